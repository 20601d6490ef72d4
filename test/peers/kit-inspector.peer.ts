import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLines, type Child } from './testing/child.js';
import { fixture, inspect, type Inspected } from './testing/peers.js';

const ways = [
  { wire: 'stdio', era: 'legacy' },
  { wire: 'stdio', era: 'modern' },
  { wire: 'http', era: 'legacy' },
  { wire: 'http', era: 'modern' },
];

describe.each(ways)('the Inspector over $wire ($era), against a server on the kit', (way) => {
  const { wire, era } = way;
  let folder: string;
  let uri: string;
  let http: Child | undefined;
  let run: (method: string, ...args: readonly string[]) => Promise<Inspected>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errata-kit-inspector-'));
    const file = join(folder, 'greeting.txt');
    uri = pathToFileURL(file).href;
    await writeFile(file, 'Good morning');
    const command = fixture('kit-server.js', ['working', wire, folder]);
    if (wire === 'http') http = startLines(command);
    const url = await http?.line((line) => line.startsWith('http://'));
    const target = url === undefined ? command : new URL(url);
    run = (method, ...args) =>
      inspect(target, ['--method', method, ...args, '--protocol-era', era]);
  });
  afterAll(async () => {
    await http?.close();
    await rm(folder, { recursive: true });
  });

  it('lists the tools of all pages, and finds nothing wrong with them', async () => {
    const { code, printed } = await run('tools/list', '--strict');
    for (const name of ['add', 'heard', 'late', 'think']) {
      expect(printed).toContain(`"name":"${name}"`);
    }
    expect({ code, printed }).toMatchObject({ code: 0 });
  });

  it('calls a tool', async () => {
    const call = ['--tool-name', 'add', '--tool-arg', 'a=1', '--tool-arg', 'b=2'];
    const { code, printed } = await run('tools/call', ...call);
    expect(printed).toContain('"structuredContent":{"sum":3}');
    expect(code).toBe(0);
  });

  it('shows a failed call, with its reason where that is a result', async () => {
    const { code, printed } = await run('tools/call', '--tool-name', 'late');
    if (era === 'modern') {
      expect(printed).toMatch(/TIMEOUT: late did not finish .* ref=corr-[0-9a-f]{16}/);
    } else {
      // Of an error object it prints the message only.
      expect(printed).toContain('"message":"Timeout"');
      expect(code).toBe(1);
    }
  });

  it('lists and reads resources', async () => {
    const listed = await run('resources/list');
    expect(listed.printed).toContain(`"uri":"${uri}"`);
    const read = await run('resources/read', '--uri', uri);
    expect(read.printed).toContain('"text":"Good morning"');
    expect([listed.code, read.code]).toEqual([0, 0]);
  });

  it('lists and gets prompts', async () => {
    const listed = await run('prompts/list');
    expect(listed.printed).toContain('"name":"greeting"');
    const got = await run('prompts/get', '--prompt-name', 'greeting', '--prompt-args', 'who=Ada');
    expect(got.printed).toContain('Hello, Ada!');
    expect([listed.code, got.code]).toEqual([0, 0]);
  });
});
