import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { erlmcpContract } from '@errata/catalogs';
import { openRelay, type Bench, type Reply } from './testing/relay.js';

let bench: Bench;
afterEach(() => bench.end());

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
};
const pidOf = ({ result }: Reply) => result!['pid'];

describe('a server process that ends', () => {
  it('fails requests in flight with its exit code and effect unknown', async () => {
    bench = openRelay('echo-server');
    const held = bench.call('x', 'hold');
    const { error } = await bench.call(2, 'die');
    const message = 'The server process ended with exit code 3 before it answered';
    expect(error).toMatchObject({ code: -32603, message });
    expect((await held).error!.message).toBe(message);
    const [record] = bench.records;
    expect(record).toMatchObject({ effect: 'unknown', retryable: false });
    expect(record!.debug).toContain('the disk is on fire');
    expect(bench.errors).toContain('fatal: the disk is on fire\n');
  });

  it('names the signal, and a tool failure is a result', async () => {
    bench = openRelay('stubborn-server');
    await bench.call(1, 'ping');
    const call = bench.call(2, 'tools/call', { name: 'x' });
    process.kill(bench.relay.pid!, 'SIGKILL');
    const { result } = await call;
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('was ended by SIGKILL');
  });

  it('uses the texts of a contract that has some, which may allow a retry', async () => {
    bench = openRelay('echo-server', { contract: erlmcpContract });
    await bench.call(1, 'die');
    expect(bench.records[0]).toMatchObject({ mcp_error_code: 'TRANSPORT_ERROR', retryable: true });
  });

  it('is restarted by the next request, with the same handshake', async () => {
    bench = openRelay('echo-server');
    const { call, ask } = bench;
    const first = await call(1, 'initialize', { protocolVersion: '2025-11-25' });
    await ask('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    await call(2, 'die');
    const [line, notified] = await Promise.all([call(3, 'line'), call(4, 'notified')]);
    expect(line.result!['line']).toContain('"method":"line"');
    expect(pidOf(notified)).not.toBe(pidOf(first));
    expect(notified.result!['notified']).toEqual([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]);
    expect(bench.sent).toEqual([]);
    expect(bench.records).toHaveLength(1);
  });

  it('gets no replayed handshake if the client sends its own', async () => {
    bench = openRelay('echo-server');
    const { call } = bench;
    await call(1, 'initialize', {});
    await call(2, 'die');
    expect((await call(3, 'initialize', { protocolVersion: 'again' })).result).toMatchObject({
      protocolVersion: 'again',
    });
  });

  it('is restarted at most three times a minute', async () => {
    let now = 0;
    bench = openRelay('echo-server', { now: () => now });
    for (let id = 1; id <= 4; id++) await bench.call(id, 'die');
    const refused = await bench.call(5, 'notified');
    expect(refused.error!.message).toContain('started again 3 times in the last minute');
    expect(bench.records.at(-1)).toMatchObject({ effect: 'none' });
    now = 60_000;
    expect((await bench.call(6, 'notified')).result).toBeDefined();
  });

  it('passes on its last line, even without a newline', async () => {
    bench = openRelay('rude-server');
    expect((await bench.call(1, 'last')).result).toEqual({ last: true });
  });

  it('is ended if it closes its output', async () => {
    bench = openRelay('rude-server', { grace: 1_000 });
    const { error } = await bench.call(1, 'mute');
    expect(error!.message).toBe(
      'The server process closed its output and was ended by SIGTERM before it answered',
    );
  });

  it('fails waiting requests if it refuses the replayed handshake', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relay-'));
    try {
      const env = { STARTED_BEFORE: join(folder, 'started') };
      bench = openRelay('rude-server', { env, grace: 50 });
      await bench.call(0, 'initialize', {});
      const stopped = bench.call(1, 'write', { text: '' });
      process.kill(bench.relay.pid!, 'SIGKILL');
      await stopped;
      const { error } = await bench.call(2, 'ping');
      expect(error!.message).toContain('refused the initialize of its client');
      expect(bench.records.at(-1)).toMatchObject({ effect: 'none' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('stays down with restart: false', async () => {
    bench = openRelay('echo-server', { restart: false });
    await bench.call(1, 'die');
    const { error } = await bench.call(2, 'notified');
    expect(error!.message).toBe(
      'The server process ended with exit code 3 and is not started again',
    );
  });
});

describe('a server process that cannot be started', () => {
  it('fails requests with its name and effect none', async () => {
    bench = openRelay('echo-server', { command: 'no-such-command-here' });
    const { error } = await bench.call(1, 'ping');
    expect(error!.message).toBe(
      'The server process could not be started: the command "no-such-command-here" was not found',
    );
    expect(bench.records).toMatchObject([{ effect: 'none' }]);
  });

  it('is not blamed for a missing folder', async () => {
    bench = openRelay('echo-server', { cwd: '/no/such/folder' });
    expect((await bench.call(1, 'ping')).error!.message).toContain('no folder "/no/such/folder"');
  });

  it('also if spawn throws at once', async () => {
    bench = openRelay('echo-server', { args: ['a\0b'] });
    expect((await bench.call(1, 'ping')).error!.message).toContain('could not be started');
  });
});

describe('a server process that does not listen', () => {
  it('gets a limited queue; further requests are refused', async () => {
    bench = openRelay('deaf-server', { limits: { maxBytes: 100_000 }, grace: 50 });
    await bench.waitFor('deaf');
    const params = { text: 'x'.repeat(90_000) };
    for (let id = 1; id <= 10; id++)
      void bench.ask(JSON.stringify({ jsonrpc: '2.0', id, method: 'a', params }));
    const { error } = await bench.call(11, 'a', params);
    expect(error!.message).toContain('does not read its input');
    expect(bench.records.at(-1)).toMatchObject({ effect: 'none' });
  });
});

describe('closing', () => {
  it('lets a server end by itself when its input ends', async () => {
    bench = openRelay('echo-server', { grace: 600_000 });
    const { pid } = bench.relay;
    await bench.call(1, 'ping');
    const held = bench.ask('{"jsonrpc":"2.0","id":2,"method":"hold"}');
    await bench.end();
    expect(await held).toBeNull();
    expect(isAlive(pid!)).toBe(false);
  });

  it('kills a server that ignores end of input and SIGTERM', async () => {
    bench = openRelay('stubborn-server', { grace: 50 });
    const { pid } = bench.relay;
    await bench.call(1, 'ping');
    await bench.end();
    expect(bench.errors).toContain('ignored SIGTERM\n');
    expect(isAlive(pid!)).toBe(false);
  });
});

it('masks the secrets of the environment of the process', async () => {
  const secret = 'zzq-very-own-value-17';
  bench = openRelay('echo-server', { env: { SERVICE_TOKEN: secret } });
  const { error } = await bench.call(1, 'env');
  await bench.waitFor('trying');
  expect(error!.message).toMatch(/^bad token /);
  expect(JSON.stringify([error, bench.errors, bench.records])).not.toContain(secret);
});
