import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectStdio } from '@errata/prove';
import { connectDaemon, stopDaemon, type StartOptions } from '@errata/sql-fun';
import { eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ERRATA } from '@errata/testing/errata';
import { readPidFile } from '../../../systems/sql-fun/src/daemon/runtime-folder.js';
import { ask, kindsOf, outcomeOf, QUESTION } from './testing/drill/attacks.js';
import { Lost, type DrillClient, type Reply } from './testing/drill/client.js';
import { childrenOf, isRunning, makeProject, startDaemon } from './testing/drill/daemon.js';

const path = temporaryFolder();
const project = makeProject(path('project'));
const CLIENTS = 50;
const TERMINATED = 143; // as shells have it: 128 and the number of the signal

const many = <T>(count: number, each: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => each(n));

describe('a daemon with fifty clients', () => {
  it('whose workers are killed again and again answers each request once', async () => {
    const daemon = await startDaemon({ folder: path('workers'), cache: path('cache') });
    onTestFinished(daemon.close);
    const clients = await Promise.all(many(CLIENTS, () => daemon.greet(project)));
    await clients[0]!.call('analyze_query', QUESTION);
    const outcomes: string[] = [];
    const seen = new Set<number>();
    let kills = 0;
    const client = async (one: DrillClient): Promise<void> => {
      for (let n = 0; n < 40; n++) {
        outcomes.push(outcomeOf(await one.call('analyze_query', QUESTION)));
        const [worker] = daemon.workers();
        if (worker === undefined || seen.has(worker) || outcomes.length < kills * 250) continue;
        seen.add(worker);
        kills++;
        process.kill(worker, 'SIGKILL');
      }
    };
    await Promise.all(clients.map(client));
    expect(outcomes).toHaveLength(40 * CLIENTS);
    expect(kindsOf(outcomes)).toEqual(['-32010 worker SIGKILL', 'right']);
    expect(kills).toBeGreaterThanOrEqual(5);
    // A worker takes with it what it was doing, and nothing that waits.
    expect(outcomes.filter((word) => word !== 'right').length).toBeLessThanOrEqual(kills);
    expect(clients.flatMap(({ strays }) => strays)).toEqual([]);
    // The last to be killed may not have been missed yet.
    await eventually(() => [...seen].filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    await clients[0]!.call('analyze_query', QUESTION);
    const later = clients.map(async (one) => outcomeOf(await one.call('analyze_query', QUESTION)));
    expect(kindsOf(await Promise.all(later))).toEqual(['right']);
    expect(daemon.leaks()).toEqual([]);
    await eventually(() => [...seen].filter(isRunning)).toEqual([]);
  });

  it('that gets a signal to end in the middle of its work finishes it, and leaves nothing behind', async () => {
    const daemon = await startDaemon({
      ...{ folder: path('told'), cache: path('cache'), args: ['--deadline', '60'] },
    });
    onTestFinished(daemon.close);
    const clients = await Promise.all(many(CLIENTS, () => daemon.greet(project)));
    await clients[0]!.call('analyze_query', QUESTION);
    const calls = clients.flatMap((one) => many(4, () => one.call('analyze_query', QUESTION)));
    // Lines are read in order: what was asked before is in progress.
    await Promise.all(clients.map((one) => one.call('ping')));
    const workers = daemon.workers();
    daemon.signal('SIGTERM');
    const refused: string[] = [];
    const press = async (one: DrillClient): Promise<void> => {
      for (;;) {
        const reply = await one.call('analyze_query', QUESTION).catch(lostOnly);
        if (reply === undefined) return;
        refused.push(outcomeOf(reply));
      }
    };
    const pressing = clients.map(press);
    const outcomes = (await Promise.all(calls)).map(outcomeOf);
    expect(kindsOf(outcomes)).toEqual(['right']);
    await Promise.all(pressing);
    // Who comes too late is answered, told that the server ends, or hung up on; never is anything else said.
    const others = kindsOf(refused).filter((kind) => kind !== 'right');
    expect(others.filter((kind) => kind !== '-32000 server workers')).toEqual([]);
    expect(clients.flatMap(({ strays }) => strays)).toEqual([]);
    expect(await daemon.ended).toBe(TERMINATED);
    expect(existsSync(join(daemon.runtimeFolder, 'sql-fun-server.pid'))).toBe(false);
    expect(workers.length).toBeGreaterThan(0);
    await eventually(() => workers.filter(isRunning)).toEqual([]);
  });

  it('is killed again and again: each request is answered once, and another daemon comes', async () => {
    const runtimeFolder = path('run');
    mkdirSync(runtimeFolder, { mode: 0o700 });
    const folders = ['--runtime-dir', runtimeFolder, '--cache-dir', path('cache')];
    const flags = [...folders, '--idle', '0', '--no-journal'];
    const daemon = ['serve', 'sql-fun', '--daemon', ...flags, '--allow-context', 'mcp'];
    const start: StartOptions = {
      command: [process.execPath, ERRATA, ...daemon],
      timeout: 60_000,
    };
    const clients = many(CLIENTS - 1, (n) => {
      const options = { runtimeFolder, context: 'cli', project, timeout: 60_000 } as const;
      // Of the others, most find the daemon that one has started.
      return connectDaemon({ ...options, ...(n === 0 && { start }) });
    });
    const proxy = await connectStdio({
      command: process.execPath,
      args: [
        ...[ERRATA, 'serve', 'sql-fun', '--project', project, '--allow-context', 'mcp'],
        ...flags,
      ],
      env: { PATH: process.env['PATH'], HOME: path('home') },
      era: '2025-11-25',
      timeout: 60_000,
    });
    onTestFinished(async () => {
      await proxy.close();
      await Promise.all(clients.map((one) => one.close()));
      await stopDaemon({ runtimeFolder }).catch(() => undefined);
    });
    const viaProxy = async (): Promise<string> => {
      const { message } = await proxy.callTool('analyze_query', QUESTION);
      const { result, error } = message as ToolReply;
      return outcomeOf({
        ...(error && { error }),
        ...(result && { result: result.structuredContent }),
      });
    };
    const asking = [...clients.map((one) => () => ask(one)), viaProxy];

    expect(await asking[0]!()).toBe('right');
    const outcomes: string[] = [];
    const fallen: number[] = [];
    let over = false;
    const client = async (once: () => Promise<string>): Promise<void> => {
      while (!over) {
        const outcome = await once();
        outcomes.push(outcome);
        if (outcome !== 'right') await sleep(20);
      }
    };
    const running = asking.map(client);
    for (let kills = 0; kills < 3; kills++) {
      const before = outcomes.filter((word) => word === 'right').length;
      await eventually(() => outcomes.filter((word) => word === 'right').length).toBeGreaterThan(
        before + 2 * CLIENTS,
      );
      const { pid } = await readPidFile(runtimeFolder);
      fallen.push(pid, ...childrenOf(pid));
      process.kill(pid, 'SIGKILL');
      await eventually(() => successorOf(pid, runtimeFolder)).toBe(true);
    }
    over = true;
    await Promise.all(running);
    const kinds = kindsOf(outcomes);
    expect(kinds).toContain('-32000 server');
    expect(kinds.filter((kind) => !/^(right|-32000 (server|pid_file))$/.test(kind))).toEqual([]);
    expect(kindsOf(await Promise.all(asking.map((once) => once())))).toEqual(['right']);
    expect(new Set(fallen).size).toBe(fallen.length);
    await eventually(() => fallen.filter(isRunning)).toEqual([]);

    const { pid } = await readPidFile(runtimeFolder);
    await stopDaemon({ runtimeFolder });
    await eventually(() => [pid, ...childrenOf(pid)].filter(isRunning)).toEqual([]);
  });
});

async function successorOf(pid: number, runtimeFolder: string): Promise<boolean> {
  const found = await readPidFile(runtimeFolder).catch(() => undefined);
  return found !== undefined && found.pid !== pid;
}

function lostOnly(thrown: unknown): undefined {
  if (!(thrown instanceof Lost)) throw thrown;
  return undefined;
}

interface ToolReply {
  readonly error?: NonNullable<Reply['error']>;
  readonly result?: { readonly structuredContent: NonNullable<Reply['result']> };
}
