import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import type { FaultRecord } from '@errata/core';
import { eventually } from '@errata/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import type { Client, Reply } from '../../lab/testing/client.js';
import { openingDaemons } from '../../lab/testing/open-daemon.js';
import { startDaemon, type DaemonOptions } from './start-daemon.js';

const program = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const { open, path, project } = openingDaemons(program);
const MODERN = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

/** A call that keeps its worker busy, once it has begun. */
async function begin(client: Client, name: string) {
  const file = path(name);
  const reply = client.call('busy', { file });
  await eventually(() => existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true);
  return { reply, pid: Number(readFileSync(file, 'utf8')) };
}

describe('a daemon', () => {
  it('is found by its PID file, which is for its owner alone, and takes it along', async () => {
    const { daemon, token } = await open();
    const { mode } = statSync(daemon.pidFile);
    expect(mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(daemon.pidFile, 'utf8'))).toEqual({
      pid: process.pid,
      port: daemon.port,
      token,
    });
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    await daemon.close();
    expect(existsSync(daemon.pidFile)).toBe(false);
    expect(await daemon.closed).toBe('closed');
  });

  it('leaves a PID file alone that is not its own', async () => {
    const { daemon } = await open();
    const other = JSON.stringify({ pid: 1, port: 1, token: '0'.repeat(40) });
    writeFileSync(daemon.pidFile, other);
    await daemon.close();
    expect(readFileSync(daemon.pidFile, 'utf8')).toBe(other);
  });

  it('gives what a method answers', async () => {
    const { greet } = await open();
    const client = await greet();
    const { result } = await client.call('echo', { sql: 'select 1', ...MODERN });
    expect(result).toMatchObject({ params: { sql: 'select 1' }, project, context: 'cli' });
    expect((await client.call('ping')).result).toEqual({});
  });

  it('answers each request with the numbers of its own revision', async () => {
    const { greet } = await open();
    const client = await greet();
    const [then, now] = await Promise.all([
      client.call('table', { name: 'user' }),
      client.call('table', { name: 'user', ...MODERN }),
    ]);
    const data = {
      target: 'table',
      name: 'user',
      schema: 'public',
      details: 'there is no table user',
    };
    expect(then.error).toMatchObject({ code: -32051, message: 'Table not found', data });
    expect(now.error).toMatchObject({
      code: -31051,
      message: 'Table not found',
      data: { ...data, reason: 'TABLE_NOT_FOUND' },
    });
    const wrong = await client.call('hello', MODERN);
    expect(wrong.error).toMatchObject({ code: -31040, data: { target: 'token' } });
  });

  it('does not tell what an exception said, but its operator', async () => {
    const records: FaultRecord[] = [];
    const { greet } = await open({ onFault: (record) => void records.push(record) });
    const client = await greet();
    const { error } = await client.call('mistake');
    const [record] = records;
    expect(error).toMatchObject({
      code: -32010,
      message: 'Internal server panic',
      data: { target: 'exception', name: 'TypeError', ref: record?.ref },
    });
    expect(record).toMatchObject({ method: 'mistake', mcp_error_code: 'INTERNAL_PANIC' });
    expect(record?.causes[0]).toMatchObject({ message: 'password=[REDACTED]' });
  });

  it('answers requests that are not its own as JSON-RPC does', async () => {
    const { greet } = await open();
    const client = await greet();
    expect((await client.call('nothing')).error?.code).toBe(-32601);
    client.send('{"jsonrpc":"2.0","method":"shutdown"}');
    client.send('{');
    expect((await client.call('ping')).result).toEqual({});
  });

  it('remembers the schema that a client selected, for this client', async () => {
    const { greet } = await open();
    const [one, other] = [await greet(), await greet({ schema: 'develop' })];
    await one.call('select_schema', { schema: 'preview' });
    expect((await one.call('echo')).result).toMatchObject({ schema: 'preview' });
    expect((await other.call('echo')).result).toMatchObject({ schema: 'develop' });
  });

  it('works on the requests of one client at the same time', async () => {
    const { greet } = await open({ workers: 2 });
    const client = await greet();
    const file = path('gate');
    const held = client.call('hold', { file });
    expect((await client.call('echo')).result).toBeTruthy();
    writeFileSync(file, '');
    expect((await held).result).toBeTruthy();
  });

  it('serves fifty clients at once', async () => {
    const { greet } = await open();
    const clients = await Promise.all(Array.from({ length: 50 }, () => greet()));
    const calls = clients.flatMap((client, index) =>
      [1, 2, 3, 4].map(async (call) => {
        const { result } = await client.call('echo', { index, call });
        return [result?.['params'], { index, call }];
      }),
    );
    for (const [told, asked] of await Promise.all(calls)) expect(told).toEqual(asked);
  });

  it('refuses contexts that do not exist', async () => {
    const options = { runtimeFolder: path('contexts'), allowContexts: ['root'] };
    await expect(startDaemon(options)).rejects.toThrow('There is no context "root"');
  });
});

describe('a worker of a daemon', () => {
  it('that is killed fails its request, and the next one works', async () => {
    const { greet } = await open();
    const client = await greet();
    const { reply, pid } = await begin(client, 'killed');
    process.kill(pid, 'SIGKILL');
    expect((await reply).error).toMatchObject({
      code: -32010,
      message: 'Internal server panic',
      data: {
        target: 'worker',
        name: 'SIGKILL',
        details: 'The worker ended in the middle of busy (SIGKILL)',
      },
    });
    expect((await client.call('echo')).result).toBeTruthy();
  });

  it('that takes too long is stopped', async () => {
    const { greet } = await open({ deadline: 1500 });
    const client = await greet();
    expect((await client.call('busy')).error).toMatchObject({
      code: -32010,
      message: 'Internal server panic',
      data: {
        target: 'worker',
        name: 'deadline',
        details: 'busy took longer than 1.5 s and was stopped',
      },
    });
    expect((await client.call('echo')).result).toBeTruthy();
  });

  it('is stopped when its client goes', async () => {
    const { greet } = await open({ deadline: 600_000 });
    const client = await greet();
    const { reply, pid } = await begin(client, 'gone');
    reply.catch(() => undefined);
    await client.close();
    await eventually(() => isAlive(pid)).toBe(false);
  });
});

describe('the end of a daemon', () => {
  /** Its timers move only by hand: a busy machine cannot make it idle too early. */
  const openByHand = (options: DaemonOptions) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    return open(options);
  };

  it('comes when no client has been connected for a while, and not before', async () => {
    const { daemon, greet } = await openByHand({ idle: 1500 });
    const ended: string[] = [];
    void daemon.closed.then((why) => ended.push(why));
    const client = await greet();
    vi.advanceTimersByTime(100_000);
    expect((await client.call('ping')).result).toEqual({});
    expect(ended).toEqual([]);
    await client.close();
    // The daemon notices the closed socket a moment after the client does.
    while (ended.length === 0) {
      vi.advanceTimersByTime(1500);
      await new Promise(setImmediate);
    }
    expect(ended).toEqual(['idle']);
    expect(existsSync(daemon.pidFile)).toBe(false);
  });

  it('is not put off by a client that never says hello', async () => {
    const { daemon, meet } = await openByHand({ idle: 1000 });
    await meet();
    vi.advanceTimersByTime(1000);
    expect(await daemon.closed).toBe('idle');
  });

  it('comes when a client of the command line asks for it, which gets an answer', async () => {
    const { daemon, greet } = await open({ allowContexts: ['mcp'] });
    const [cli, lsp, mcp] = [
      await greet(),
      await greet({ context: 'lsp' }),
      await greet({ context: 'mcp' }),
    ];
    for (const other of [lsp, mcp]) {
      expect((await other.call('shutdown')).error).toMatchObject({
        code: -32040,
        data: { target: 'method', name: 'shutdown' },
      });
    }
    const reply: Reply = await cli.call('shutdown');
    expect(reply.result).toEqual({});
    expect(await daemon.closed).toBe('shutdown');
    await cli.closed;
  });

  it('lets another one begin', async () => {
    const { daemon, runtimeFolder } = await open();
    await daemon.close();
    const next = await startDaemon({ runtimeFolder, program: program() });
    expect(next.pidFile).toBe(daemon.pidFile);
    await next.close();
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
