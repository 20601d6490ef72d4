import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { eventually, faultOf, closing, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { createWorkerPool, type PoolOptions } from './worker-pool.js';

const program = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const broken = builtProgram(new URL('../../lab/testing/broken-worker.ts', import.meta.url));
const close = closing();
const path = temporaryFolder();

const open = (options: PoolOptions = {}) =>
  close(createWorkerPool({ program: program(), size: 1, deadline: 60_000, ...options }));

const work = (method: string, params: object = {}) => ({
  method,
  params,
  project: '/project',
  context: 'cli' as const,
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

interface Echo {
  readonly pid: number;
}

/** A call that keeps its worker busy until it is killed, once it has begun. */
async function begin(pool: ReturnType<typeof open>, name: string, signal?: AbortSignal) {
  const file = path(name);
  const pending = pool.run(work('busy', { file }), { ...(signal && { signal }) });
  pending.catch(() => undefined);
  await eventually(() => existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true);
  return { pending, pid: Number(readFileSync(file, 'utf8')) };
}

describe('a pool of workers', () => {
  it('runs work in another process, and keeps the process', async () => {
    const pool = open();
    expect(pool.pids()).toEqual([]);
    const first = (await pool.run({ ...work('echo', { a: 1 }), schema: 'preview' })) as Echo;
    expect(first).toEqual({
      params: { a: 1 },
      pid: first.pid,
      project: '/project',
      schema: 'preview',
      context: 'cli',
    });
    expect(first.pid).not.toBe(process.pid);
    expect(await pool.run(work('echo'))).toMatchObject({ pid: first.pid });
    expect(pool.pids()).toEqual([first.pid]);
  });

  it('has a process ready when it was warmed', async () => {
    const pool = open({ size: 2 });
    pool.warm();
    pool.warm();
    const [pid] = pool.pids();
    expect(pool.pids()).toHaveLength(1);
    expect(await pool.run(work('echo'))).toMatchObject({ pid });
  });

  it('does not count loading a schema as work, and stops it at its own limit', async () => {
    const pool = open({ deadline: 1000, loadLimit: 60_000 });
    expect(await pool.run(work('load', { loads: 2000 }))).toMatchObject({});
    const late = await faultOf(pool.run(work('load', { milliseconds: 600_000 })));
    expect(late.details).toBe('load took longer than 1 s and was stopped');
    const hasty = open({ loadLimit: 500 });
    const stuck = await faultOf(hasty.run(work('load', { loads: 600_000 })));
    expect(stuck.details).toBe('load took longer than 0.5 s and was stopped');
  });

  it('works on as many at a time as it has processes, and the rest waits its turn', async () => {
    const pool = open({ size: 2 });
    const file = path('release');
    const calls = Array.from({ length: 10 }, () => pool.run(work('hold', { file })));
    await eventually(() => pool.pids().length).toBe(2);
    writeFileSync(file, '');
    const pids = new Set((await Promise.all(calls)).map((told) => (told as Echo).pid));
    expect([...pids].every((pid) => pool.pids().includes(pid))).toBe(true);
  });

  it('does not make one client wait for all that another one has asked for', async () => {
    const pool = open();
    const { pending, pid } = await begin(pool, 'greedy');
    const [greedy, modest] = [{}, {}];
    const order: string[] = [];
    const ask = (name: string, client: object) =>
      pool.run(work('echo'), { client }).then(() => void order.push(name));
    const first = path('first');
    const held = pool.run(work('hold', { file: first }), { client: greedy });
    const calls = [1, 2, 3].map(() => ask('greedy', greedy));
    calls.push(ask('modest', modest));
    process.kill(pid, 'SIGKILL');
    await faultOf(pending);
    writeFileSync(first, '');
    await Promise.all([held, ...calls]);
    expect(order).toEqual(['modest', 'greedy', 'greedy', 'greedy']);
  });

  it('does not keep work behind slow work while another process is free', async () => {
    const pool = open({ size: 2 });
    const [slow, other, warm] = ['slow', 'less-slow', 'warm'].map(path) as [string, string, string];
    writeFileSync(warm, '');
    await Promise.all([1, 2].map(() => pool.run(work('hold', { file: warm }))));
    await eventually(() => pool.pids().length).toBe(2);
    const last = pool.run(work('hold', { file: slow }));
    const first = pool.run(work('hold', { file: other }));
    const echoes = Array.from({ length: 9 }, () => pool.run(work('echo')));
    writeFileSync(other, '');
    const { pid } = (await first) as Echo;
    for (const echo of (await Promise.all(echoes)) as Echo[]) expect(echo.pid).toBe(pid);
    writeFileSync(slow, '');
    expect(((await last) as Echo).pid).not.toBe(pid);
  });

  it('sends nothing ahead to a process that is not quick any more', async () => {
    const pool = open({ size: 2 });
    const [slow, second] = [path('slow'), path('second')];
    // Both processes are up, and their last work was quick.
    const quick = async () => {
      const all = (await Promise.all([1, 2].map(() => pool.run(work('echo'))))) as Echo[];
      return new Set(all.map(({ pid }) => pid)).size;
    };
    await eventually(quick).toBe(2);
    const { pid } = await begin(pool, 'not-quick');
    const held = [slow, second].map((file) => pool.run(work('hold', { file })));
    await new Promise((done) => setTimeout(done, 100));
    const later = Array.from({ length: 5 }, () => pool.run(work('echo')) as Promise<Echo>);
    await new Promise((done) => setTimeout(done, 100));
    for (const file of [slow, second]) writeFileSync(file, '');
    await Promise.all(held);
    for (const each of await Promise.all(later)) expect(each.pid).not.toBe(pid);
  });

  it('finishes what it has when it takes no more', async () => {
    const pool = open();
    const file = path('last');
    await pool.run(work('echo'));
    const last = pool.run(work('hold', { file }));
    const waiting = pool.run(work('echo'));
    const done = pool.stopTaking();
    expect((await faultOf(pool.run(work('echo')))).details).toBe('The server is shutting down');
    writeFileSync(file, '');
    expect(await last).toBeTruthy();
    expect(await waiting).toBeTruthy();
    await done;
  });

  it('turns away what still waits after the time for one piece of work', async () => {
    const pool = open({ deadline: 200 });
    const { pending } = await begin(pool, 'too long');
    const waiting = [1, 2, 3].map(() => faultOf(pool.run(work('busy'))));
    await pool.stopTaking();
    expect((await faultOf(pending)).context).toEqual({ target: 'worker', name: 'deadline' });
    const told = (await Promise.all(waiting)).map(({ details }) => details);
    expect(told).toContain('The server is shutting down');
  });

  it('refuses what would wait behind too many', async () => {
    const pool = open({ maxQueue: 2 });
    const file = path('queue');
    await pool.run(work('echo'));
    const calls = [1, 2, 3].map(() => pool.run(work('hold', { file })));
    const fault = await faultOf(pool.run(work('echo')));
    expect([fault.reason, fault.context, fault.strategy, fault.effect]).toEqual([
      'SERVER_NOT_REACHABLE',
      { target: 'server', name: 'queue' },
      'retry_with_backoff',
      'none',
    ]);
    expect(fault.details).toBe('All workers are busy, and 2 requests wait already');
    writeFileSync(file, '');
    await Promise.all(calls);
    expect(await pool.run(work('echo'))).toBeTruthy();
  });

  it('ends its processes when it is closed, and rejects waiting calls', async () => {
    const pool = open();
    const { pending, pid } = await begin(pool, 'closed');
    const waiting = faultOf(pool.run(work('echo')));
    await pool.close();
    expect(isAlive(pid)).toBe(false);
    for (const fault of [await faultOf(pending), await waiting]) {
      expect(fault.reason).toBe('SERVER_NOT_REACHABLE');
    }
    expect((await faultOf(pool.run(work('echo')))).details).toBe('The server is shutting down');
    expect(pool.pids()).toEqual([]);
  });
});

describe('work that fails', () => {
  it('comes back as the fault it was, with its own words', async () => {
    const pool = open();
    const { pid } = (await pool.run(work('echo'))) as Echo;
    const fault = await faultOf(pool.run(work('table', { name: 'user' })));
    expect([fault.reason, fault.code, fault.title]).toEqual([
      'TABLE_NOT_FOUND',
      -32051,
      'Table not found',
    ]);
    expect(fault.context).toEqual({ target: 'table', name: 'user', schema: 'public' });
    expect(fault.details).toBe('there is no table user');
    expect(fault.given.masked).toBeUndefined();
    expect(fault.cause).toMatchObject({ message: 'for the operator' });
    const other = await faultOf(pool.run(work('parameter')));
    expect([other.title, other.details]).toEqual([
      'Invalid parameter',
      'params.sql: password=[REDACTED]',
    ]);
    expect(await pool.run(work('echo'))).toMatchObject({ pid });
  });

  it.each([
    ['mistake', 'TypeError', 'password=hunter2'],
    ['overflow', 'RangeError', 'Maximum call stack size exceeded'],
    ['trap', 'Error', 'unreachable'],
    ['no_json', 'TypeError', 'Do not know how to serialize a BigInt'],
  ])(
    'is a panic where it is not declared, and the process is replaced: %s',
    async (method, name, text) => {
      const pool = open();
      const { pid } = (await pool.run(work('echo'))) as Echo;
      const fault = await faultOf(pool.run(work(method)));
      expect(fault.reason).toBe('INTERNAL_PANIC');
      expect(fault.context).toEqual({ target: 'exception', name });
      expect(fault.given.masked).toBe(true);
      expect(fault.details).not.toContain(text);
      expect(fault.cause).toMatchObject({ message: text });
      const next = (await pool.run(work('echo'))) as Echo;
      expect(next.pid).not.toBe(pid);
      await eventually(() => isAlive(pid)).toBe(false);
    },
  );

  it('replaces a process over its memory limit, after its reply', async () => {
    const pool = open({ maxRss: 150 });
    const { pid } = (await pool.run(work('echo'))) as Echo;
    expect(await pool.run(work('echo'))).toMatchObject({ pid });
    expect(await pool.run(work('grow', { megabytes: 200 }))).toEqual({ pid });
    expect(((await pool.run(work('echo'))) as Echo).pid).not.toBe(pid);
  });
});

describe('a process that ends in the middle', () => {
  it('by kill -9: the request fails, and the next one works', async () => {
    const pool = open();
    const { pending, pid } = await begin(pool, 'killed');
    process.kill(pid, 'SIGKILL');
    const fault = await faultOf(pending);
    expect([fault.reason, fault.code, fault.effect]).toEqual(['INTERNAL_PANIC', -32010, 'none']);
    expect(fault.context).toEqual({ target: 'worker', name: 'SIGKILL' });
    expect(fault.details).toBe('The worker ended in the middle of busy (SIGKILL)');
    expect(await pool.run(work('echo'))).toBeTruthy();
  });

  it('by itself: the fault has its exit code', async () => {
    const pool = open();
    const fault = await faultOf(pool.run(work('exit', { code: 3 })));
    expect(fault.context).toEqual({ target: 'worker', name: 'exit 3' });
    expect(await pool.run(work('echo'))).toBeTruthy();
  });

  it('for lack of memory: what it said last is for the operator', async () => {
    const pool = open({ heap: 64 });
    const fault = await faultOf(pool.run(work('allocate')));
    expect(fault.reason).toBe('INTERNAL_PANIC');
    expect(fault.context).toMatchObject({ target: 'worker' });
    expect((fault.cause as Error).message).toContain('heap');
    expect(fault.details).not.toContain('heap');
    expect(await pool.run(work('echo'))).toBeTruthy();
  });

  it('while it has nothing to do: the next request gets another one', async () => {
    const pool = open();
    const { pid } = (await pool.run(work('echo'))) as Echo;
    process.kill(pid, 'SIGKILL');
    await eventually(() => pool.pids()).toEqual([]);
    expect(((await pool.run(work('echo'))) as Echo).pid).not.toBe(pid);
  });

  it('while it starts: the requests that wait go to the next one', async () => {
    const pool = open();
    const waiting = Array.from({ length: 3 }, () => pool.run(work('echo')));
    const [starting] = pool.pids();
    process.kill(starting!, 'SIGKILL');
    for (const { pid } of (await Promise.all(waiting)) as Echo[]) expect(pid).not.toBe(starting);
  });

  it('loses no work that it had been sent ahead', async () => {
    const pool = open();
    await pool.run(work('echo'));
    const { pending, pid: killed } = await begin(pool, 'ahead');
    const ahead = Array.from({ length: 9 }, () => pool.run(work('echo')));
    process.kill(killed, 'SIGKILL');
    expect((await faultOf(pending)).context).toMatchObject({ name: 'SIGKILL' });
    for (const { pid } of (await Promise.all(ahead)) as Echo[]) expect(pid).not.toBe(killed);
  });

  it('fails only its own request', async () => {
    const pool = open({ size: 2 });
    const { pending, pid } = await begin(pool, 'one-of-two');
    const file = path('other');
    const other = pool.run(work('hold', { file }));
    const waiting = pool.run(work('echo'));
    process.kill(pid, 'SIGKILL');
    expect((await faultOf(pending)).context).toMatchObject({ name: 'SIGKILL' });
    writeFileSync(file, '');
    expect(await other).toBeTruthy();
    expect(await waiting).toBeTruthy();
  });
});

describe('work that takes too long', () => {
  it('is stopped at the deadline, and says how long that is', async () => {
    const pool = open({ deadline: 1500 });
    await faultOf(pool.run(work('table')));
    const { pid } = (await pool.run(work('echo'))) as Echo;
    const fault = await faultOf(pool.run(work('busy')));
    expect([fault.reason, fault.context]).toEqual([
      'INTERNAL_PANIC',
      { target: 'worker', name: 'deadline' },
    ]);
    expect(fault.details).toBe('busy took longer than 1.5 s and was stopped');
    expect(await pool.run(work('echo'))).toBeTruthy();
    expect(isAlive(pid)).toBe(false);
  });

  it('is left alone when it was cancelled and ends soon', async () => {
    const pool = open({ grace: 60_000 });
    const { pid } = (await pool.run(work('echo'))) as Echo;
    const stop = new AbortController();
    const file = path('soon');
    const pending = pool.run(work('hold', { file }), { signal: stop.signal });
    stop.abort(new Error('not wanted any more'));
    await expect(pending).rejects.toThrow('not wanted any more');
    writeFileSync(file, '');
    expect(await pool.run(work('echo'))).toMatchObject({ pid });
  });

  it('is stopped when it was cancelled and goes on', async () => {
    const pool = open({ grace: 10 });
    const stop = new AbortController();
    const { pending, pid } = await begin(pool, 'cancelled', stop.signal);
    stop.abort(new Error('not wanted any more'));
    await expect(pending).rejects.toThrow('not wanted any more');
    await eventually(() => isAlive(pid)).toBe(false);
    expect(await pool.run(work('echo'))).toBeTruthy();
  });

  it('is not begun when it was cancelled while it waited', async () => {
    const pool = open();
    const file = path('waits');
    const first = pool.run(work('hold', { file }));
    const stop = new AbortController();
    const begun = path('never');
    const waiting = pool.run(work('busy', { file: begun }), { signal: stop.signal });
    const last = pool.run(work('echo'));
    stop.abort(new Error('not wanted any more'));
    await expect(waiting).rejects.toThrow('not wanted any more');
    await expect(pool.run(work('echo'), { signal: stop.signal })).rejects.toThrow('not wanted');
    writeFileSync(file, '');
    await first;
    await last;
    expect(existsSync(begun)).toBe(false);
  });
});

describe('a program that does not come up', () => {
  it('fails the request, and those that follow at once, and never blocks', async () => {
    const pool = open({ program: broken(), size: 2 });
    const faults = await Promise.all(
      Array.from({ length: 5 }, () => faultOf(pool.run(work('echo')))),
    );
    for (const fault of [...faults, await faultOf(pool.run(work('echo')))]) {
      expect([fault.reason, fault.context]).toEqual([
        'INTERNAL_PANIC',
        { target: 'worker', name: 'exit 9' },
      ]);
      expect(fault.details).toBe('No worker could be started (exit 9)');
      expect((fault.cause as Error).message).toBe('a module is missing\n');
    }
    expect(pool.pids()).toEqual([]);
  });
});
