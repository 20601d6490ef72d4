import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLines, type Child } from './testing/child.js';
import { fixture, inspect, type Inspected } from './testing/peers.js';

// Guarded where its SDK hosts it, served where our edge does: each of both in each of both.
const servers = [
  { sdk: 'v1', how: 'guard', transport: 'stdio' },
  { sdk: 'v1', how: 'serve', transport: 'http' },
  { sdk: 'v2', how: 'serve', transport: 'stdio' },
  { sdk: 'v2', how: 'guard', transport: 'http' },
];

const call = (tool: string, ...pairs: readonly string[]): readonly string[] => [
  ...['--method', 'tools/call', '--tool-name', tool],
  ...pairs.flatMap((pair) => ['--tool-arg', pair]),
];

describe.each(servers)('$how a server of SDK $sdk over $transport: it', (server) => {
  const { sdk, how, transport } = server;
  let run: (args: readonly string[]) => Promise<Inspected>;
  let http: Child | undefined;
  beforeAll(async () => {
    const command = fixture('guarded-server.js', [sdk, how, transport, 'tool']);
    if (transport === 'http') http = startLines(command);
    const url = await http?.line((line) => line.startsWith('http://'));
    run = (args) => inspect(url === undefined ? command : new URL(url), args);
  });
  afterAll(() => http?.close());

  it('is listed by the Inspector', async () => {
    const { code, printed } = await run(['--method', 'tools/list']);
    expect(printed).toContain('"reboot"');
    expect(code).toBe(0);
  });

  it('is called by it', async () => {
    const { code, printed } = await run(call('reboot', 'device_id=dev-lab-01'));
    expect(printed).toContain('dev-lab-01 is on its way');
    expect(code).toBe(0);
  });

  it('fails in our words', async () => {
    const { printed } = await run(call('reboot', 'device_id=dev-9'));
    expect(printed).toContain('"isError":true');
    expect(printed).toMatch(/DEVICE_UNREACHABLE: .*dev-9.*ref=corr-[0-9a-f]{16}/);
  });

  it('does not show what nobody declared', async () => {
    const { printed } = await run(call('crash'));
    expect(printed).toMatch(/ref=corr-[0-9a-f]{16}/);
    expect(printed).not.toContain('hunter2secret');
    // The Inspector passes on stderr too, where the server's own log has the cause.
    const shown = printed.split('\n').filter((line) => !line.startsWith('errata: masked'));
    expect(shown.join('\n')).not.toContain('db.internal');
  });
});

describe('a guarded server of SDK v2 at 2026-07-28', () => {
  it.each(['stdio', 'http'])('fails in our words over %s', async (transport) => {
    const command = fixture('guarded-server.js', ['v2', 'guard', transport]);
    const http = transport === 'http' ? startLines(command) : undefined;
    try {
      const url = await http?.line((line) => line.startsWith('http://'));
      const target = url === undefined ? command : new URL(url);
      const modern = ['--protocol-era', 'modern'];
      const { printed } = await inspect(target, [...call('reboot', 'device_id=dev-9'), ...modern]);
      expect(printed).toMatch(/DEVICE_UNREACHABLE: .*dev-9.*ref=corr-[0-9a-f]{16}/);
    } finally {
      await http?.close();
    }
  });
});

describe('a guarded server that answers failed tools with error objects', () => {
  it.each(['v1', 'v2'])('is read by its title only (SDK %s)', async (sdk) => {
    const server = fixture('guarded-server.js', [sdk, 'guard', 'stdio', 'rpc']);
    const { code, printed } = await inspect(server, call('reboot', 'device_id=dev-9'));
    expect(printed).toContain('"message":"Device Unreachable"');
    expect(code).toBe(1);
  });
});
