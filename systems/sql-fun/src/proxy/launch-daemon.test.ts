import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { closing, eventually, faultOf, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { deadPid } from '../../lab/testing/dead-pid.js';
import { daemonIn } from '../../lab/testing/end-daemon.js';
import { TOKEN, writePid } from '../../lab/testing/fake-daemon.js';
import { openClient } from '../../lab/testing/open-client.js';
import { readPidFile } from '../daemon/runtime-folder.js';
import type { DaemonOptions } from '../daemon/start-daemon.js';
import { isAlive } from '../databases/store.js';

const daemonProgram = builtProgram(new URL('../../lab/testing/daemon-program.ts', import.meta.url));
const workerProgram = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const path = temporaryFolder();
const opened = closing();
let folders = 0;

/** A runtime folder whose daemon ends with the test. */
function newFolder(): string {
  const folder = path(`run-${(folders += 1)}`);
  opened(daemonIn(folder));
  return folder;
}

/** A client that starts a real daemon, with a worker that only echoes. */
function starting(runtimeFolder: string, options: DaemonOptions = {}) {
  const told = {
    runtimeFolder,
    program: workerProgram(),
    methods: ['echo', 'hold', 'busy'],
    allowContexts: ['mcp'],
    ...options,
  };
  const command = [process.execPath, daemonProgram(), JSON.stringify(told)] as const;
  return opened(openClient(runtimeFolder, { project: path('.'), start: { command } }));
}

/** A client that starts something else. */
function startingScript(runtimeFolder: string, script: string, timeout = 60_000) {
  const command = [process.execPath, '-e', script] as const;
  return opened(openClient(runtimeFolder, { start: { command, timeout } }));
}

const pidOf = async (folder: string) => (await readPidFile(folder)).pid;

describe('a client that may start a daemon', () => {
  it('starts one where none is there, which outlives it until it is idle', async () => {
    const folder = newFolder();
    const client = starting(folder, { idle: 5000 });
    expect(await client.request('echo', { n: 1 })).toMatchObject({
      params: { n: 1 },
      context: 'mcp',
    });
    const pid = await pidOf(folder);
    await client.close();
    expect(isAlive(pid)).toBe(true);
    await eventually(() => isAlive(pid)).toBe(false);
    expect(existsSync(join(folder, 'sql-fun-server.pid'))).toBe(false);
    const log = readFileSync(join(folder, 'sql-fun-server.log'), 'utf8');
    expect(log).toContain('"why":"idle"');
  });

  it('asks the same daemon as others that started one at the same time', async () => {
    const folder = newFolder();
    const clients = Array.from({ length: 4 }, () => starting(folder));
    const hellos = await Promise.all(clients.map((client) => client.hello()));
    const pid = await pidOf(folder);
    expect(hellos.map((hello) => hello['pid'])).toEqual([pid, pid, pid, pid]);
  });

  it('starts another one where the last was killed, in the middle of a request or not', async () => {
    const folder = newFolder();
    const client = starting(folder);
    await client.request('echo');
    const first = await pidOf(folder);
    const lost = faultOf(client.request('hold', { file: path('never') }));
    process.kill(first, 'SIGKILL');
    expect(await lost).toMatchObject({ code: -32000, effect: 'none' });
    expect(await client.request('echo', { n: 2 })).toMatchObject({ params: { n: 2 } });
    const second = await pidOf(folder);
    expect(second).not.toBe(first);
    process.kill(second, 'SIGKILL');
    await eventually(() => isAlive(second)).toBe(false);
    await eventually(() =>
      client.request('echo').then(
        () => pidOf(folder),
        () => 0,
      ),
    ).not.toBe(0);
  });

  it.each([
    ['stale', () => ({ pid: deadPid(), port: 1, token: TOKEN })],
    ['of a process that is another one now', () => ({ pid: process.pid, port: 1, token: TOKEN })],
  ])('does not mind a PID file that is %s', async (_what, content) => {
    const folder = newFolder();
    writePid(folder, content());
    expect(await starting(folder).request('echo', { n: 1 })).toMatchObject({ params: { n: 1 } });
    expect(await pidOf(folder)).not.toBe(process.pid);
  });

  it('starts none in place of a PID file that others may have written', async () => {
    const folder = newFolder();
    writePid(folder, '{}', 0o666);
    chmodSync(join(folder, 'sql-fun-server.pid'), 0o666);
    const fault = await faultOf(starting(folder).request('echo'));
    expect(fault).toMatchObject({ code: -32000, context: { target: 'pid_file' } });
    expect(existsSync(join(folder, 'sql-fun-server.log'))).toBe(false);
  });
});

describe('a daemon that cannot be started', () => {
  it('is reported with how it ended, and the operator gets its last output', async () => {
    const folder = newFolder();
    const script = 'console.error("the disk\\nis full"); process.exit(3)';
    const fault = await faultOf(startingScript(folder, script).request('echo'));
    expect(fault).toMatchObject({ code: -32000, context: { target: 'pid_file' }, effect: 'none' });
    expect(fault.details).toBe('A server was started and ended before it was ready: exit code 3');
    expect((fault.cause as Error).message).toBe('the disk\nis full');
  });

  it('is reported if the program does not exist', async () => {
    const folder = newFolder();
    const start = { command: ['/no/such/program'] as const };
    const fault = await faultOf(opened(openClient(folder, { start })).request('echo'));
    expect(fault.details).toBe('A server was started and ended before it was ready: ENOENT');
  });

  it('is reported if it is not ready in time', async () => {
    const folder = newFolder();
    const file = path('slow-pid');
    const script = `fs.writeFileSync(${JSON.stringify(file)}, String(process.pid)); setTimeout(() => {}, 60000)`;
    const fault = await faultOf(startingScript(folder, script, 1000).request('echo'));
    expect(fault.details).toBe('No server was ready within 1 s of starting one');
    await eventually(() => existsSync(file) && readFileSync(file, 'utf8')).toBeTruthy();
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
  });

  it('is reported if its folder is open to others', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const fault = await faultOf(starting(folder).request('echo'));
    expect(fault.details).toMatch(/^No server could be started: The runtime folder .* is open/);
  });

  it('is not waited for by who gives up, nor by a client that is closed', async () => {
    const folder = newFolder();
    const client = startingScript(folder, 'process.exit(1)');
    const controller = new AbortController();
    const given = client.request('echo', {}, { signal: controller.signal });
    const waiting = faultOf(client.request('echo'));
    controller.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await client.close();
    expect((await waiting).details).toBe('The connection to the server was closed on this side');
  });
});
