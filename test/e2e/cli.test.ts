import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/errata.js', import.meta.url));

const folder = useFolder();

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Start the real command; `readOnly` closes its stdout after so many bytes, as `head` does. */
function errata(
  argv: readonly string[],
  { env = {}, readOnly }: { env?: Record<string, string>; readOnly?: number } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // Whatever the machine's own environment says about colours is not the question here.
    const inherited = Object.entries(process.env).filter(([name]) => !name.endsWith('_COLOR'));
    const child = spawn(process.execPath, [BIN, ...argv], {
      env: { ...Object.fromEntries(inherited), ...env },
    });
    let out = '';
    let err = '';
    if (readOnly === 0) child.stdout.destroy();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (readOnly !== undefined && out.length >= readOnly) child.stdout.destroy();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}

/** A server that answers unknown methods under changed ids. */
const MISTAKEN = `import { createInterface } from 'node:readline';
const say = (id, rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'mistaken', version: '1' } };
  if (method === 'initialize' || method === 'ping') say(id, { result: method === 'ping' ? {} : result });
  else say(String(id).toUpperCase(), { error: { code: -32601, message: 'Method not found' } });
});
`;

describe('the errata command as a process', () => {
  it.each([
    [['--version'], 0],
    [['--help'], 0],
    [['explain', '-32001'], 0],
    [['explain', '5'], 1],
    [[], 2],
    [['why', 'corr-0000000000000000', '--journal', '/nowhere/journal.jsonl'], 1],
    [['collisions', '--html', join(folder, 'nowhere', 'x.html')], 2],
  ])('%j ends with %d', async (argv, expected) => {
    const { code, out, err } = await errata(argv);
    expect({ code, err: expected === 0 ? err : '' }).toEqual({ code: expected, err: '' });
    if (expected === 2) {
      expect(out).toBe('');
      expect(err).not.toBe('');
    }
    expect(err).not.toMatch(/^\s+at /m); // a stack trace is no message
  });

  it('colours nothing in a pipe, whatever the environment says', async () => {
    for (const env of [{}, { NO_COLOR: '1' }, { FORCE_COLOR: '1', CI: '1' }]) {
      const { out } = await errata(['explain', '-32001'], { env });
      expect(out).not.toContain('\u001b');
    }
  });

  // The output is longer than a pipe holds, see below, so the command meets EPIPE for sure.
  it('is not troubled by a reader that stops early', async () => {
    const { code, err } = await errata(['collisions', '--json'], { readOnly: 1 });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it.skipIf(!existsSync('/dev/full'))(
    'says so where its output cannot be written [needs /dev/full]',
    () => {
      const full = openSync('/dev/full', 'w');
      try {
        const { status, stderr } = spawnSync(process.execPath, [BIN, 'collisions', '--json'], {
          stdio: ['ignore', full, 'pipe'],
          encoding: 'utf8',
        });
        expect({ status, stderr }).toEqual({
          status: 3,
          stderr: 'errata: cannot write the output: ENOSPC: no space left on device, write\n',
        });
      } finally {
        closeSync(full);
      }
    },
  );

  it('keeps the exit code of a command whose reader has gone', async () => {
    const server = join(folder, 'mistaken.mjs');
    writeFileSync(server, MISTAKEN);
    const argv = ['check', '--only', 'jsonrpc/5/id-echo-', '--', process.execPath, server];
    expect(await errata(argv, { readOnly: 0 })).toMatchObject({ code: 1, out: '' });
  });

  // `npm exec` kills its shell, and the shell does not pass that on.
  it('ends with the shell that npm has started it in', async () => {
    const program = [process.execPath, BIN, 'serve', 'erlmcp', '--http', '--no-journal'];
    const shell = spawn('sh', ['-c', '"$@"; exit', 'sh', ...program], {
      env: { PATH: process.env['PATH'], HOME: folder, npm_lifecycle_event: 'npx' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await once(shell.stderr, 'data');
    shell.kill('SIGTERM');
    // The server has the same stderr: it closes when both have ended.
    await once(shell, 'close');
    expect(shell.signalCode).toBe('SIGTERM');
  });

  it('gives all of a long output to a slow pipe', async () => {
    const { code, out, err } = await errata(['collisions', '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { collisions } = JSON.parse(out) as { collisions: unknown[] };
    expect(out.length).toBeGreaterThan(65_536); // more than a pipe holds at once
    expect(collisions.length).toBeGreaterThan(10);
  });

  it('writes the collision map as a page', async () => {
    const file = join(folder, 'map.html');
    const { code, out, err } = await errata(['collisions', '--html', file]);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: `wrote ${file}\n` });
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
  });
});
