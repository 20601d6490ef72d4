import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { closing, eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { dial } from '../../lab/testing/client.js';
import { startProgram, type ProgramIds } from '../../lab/testing/start-program.js';
import { TEST_CACHE } from '../../lab/testing/test-cache.js';
import { prepareCache } from '../databases/open-database.js';
import { isAlive } from '../databases/store.js';
import { pidFilePath, readPidFile, type PidFile } from './runtime-folder.js';
import type { DaemonOptions } from './start-daemon.js';

const program = builtProgram(new URL('../../lab/testing/daemon-program.ts', import.meta.url));
const worker = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const realWorker = builtProgram(new URL('../worker/main.ts', import.meta.url));
const close = closing();
const path = temporaryFolder();
const methods = ['echo', 'busy'];

const start = (runtimeFolder: string, options: DaemonOptions = {}, ids?: ProgramIds) =>
  close(startProgram(program(), { runtimeFolder, program: worker(), methods, ...options }, ids));

async function greet(runtimeFolder: string) {
  const { port, token } = await readPidFile(runtimeFolder);
  const client = close(await dial(port));
  await client.call('hello', { token, context: 'cli', project: path('') });
  return client;
}

describe('several daemons at once', () => {
  it('are one, and the others say which', async () => {
    const folder = path('race');
    const daemons = Array.from({ length: 5 }, () => start(folder));
    const said = await Promise.all(daemons.map((daemon) => daemon.said()));
    const [primary, ...more] = daemons.filter((_, index) => said[index]!.event === 'listening');
    expect(more).toEqual([]);
    const { pid, port } = await readPidFile(folder);
    expect(pid).toBe(primary!.pid);
    const refused = said.filter(({ event }) => event !== 'listening');
    expect(refused).toHaveLength(4);
    for (const each of refused) {
      expect(each).toEqual({
        event: 'failed',
        name: 'AlreadyRunning',
        message: `sql-fun-server is running already, as process ${pid} on port ${port}`,
        pid,
        port,
      });
    }
    expect((await (await greet(folder)).call('echo')).result).toBeTruthy();
  });
});

describe('a daemon that is killed', () => {
  it('leaves a PID file behind, and the next one begins at once', async () => {
    const folder = path('killed');
    const first = start(folder);
    await first.said();
    first.kill('SIGKILL');
    await first.ended;
    expect((await readPidFile(folder)).pid).toBe(first.pid);
    const second = start(folder);
    expect((await second.said()).event).toBe('listening');
    expect((await readPidFile(folder)).pid).toBe(second.pid);
    expect((await (await greet(folder)).call('echo')).result).toBeTruthy();
  });

  it('takes its workers along, idle and busy ones', async () => {
    const folder = path('orphans');
    const daemon = start(folder, { workers: 2, deadline: 600_000 });
    await daemon.said();
    const client = await greet(folder);
    const file = path('busy');
    client.call('busy', { file }).catch(() => undefined);
    await eventually(() => existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true);
    const busy = Number(readFileSync(file, 'utf8'));
    const idle = Number((await client.call('echo')).result?.['pid']);
    expect(idle).not.toBe(busy);
    expect([isAlive(busy), isAlive(idle)]).toEqual([true, true]);
    daemon.kill('SIGKILL');
    await eventually(() => [isAlive(busy), isAlive(idle)]).toEqual([false, false]);
  });
});

describe('a daemon that gets a signal to end', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('by %s ends, and leaves nothing', async (signal, code) => {
    const folder = path(signal);
    const daemon = start(folder);
    await daemon.said();
    const client = await greet(folder);
    const worked = await client.call('echo');
    daemon.kill(signal);
    expect(await daemon.ended).toMatchObject({ code, complaints: '' });
    await client.closed;
    expect(existsSync(pidFilePath(folder))).toBe(false);
    await eventually(() => isAlive(Number(worked.result?.['pid']))).toBe(false);
  });

  it('by its clock ends its process', async () => {
    const daemon = start(path('idle'), { idle: 10 });
    expect((await daemon.said()).event).toBe('listening');
    expect(await daemon.said()).toEqual({ event: 'closed', why: 'idle' });
    expect((await daemon.ended).code).toBe(0);
  });
});

describe('a PID file of a process that is gone', () => {
  it('is in nobody’s way', async () => {
    const folder = path('stale');
    mkdirSync(folder, { mode: 0o700 });
    // The pid of a living process that is no daemon: the lock decides, not the file.
    const stale = { pid: process.pid, port: 1, token: '0'.repeat(40) };
    writeFileSync(pidFilePath(folder), JSON.stringify(stale), { mode: 0o600 });
    const daemon = start(folder);
    expect((await daemon.said()).event).toBe('listening');
    expect((await readPidFile(folder)).pid).toBe(daemon.pid);
  });
});

describe('a runtime folder', () => {
  it.runIf(process.getuid?.() === 0)(
    'that cannot be used is reported, with its reason [needs root]',
    async () => {
      const user = { uid: 65_534, gid: 65_534 };
      chmodSync(path(''), 0o755);
      const outside = start(path('nobody'), {}, user);
      expect(await outside.said()).toMatchObject({
        name: 'RuntimeFolderError',
        message: `The runtime folder ${path('nobody')} cannot be made: EACCES`,
      });
      const folder = path('read-only');
      mkdirSync(folder, { mode: 0o500 });
      chownSync(folder, user.uid, user.gid);
      const inside = start(folder, {}, user);
      expect(await inside.said()).toMatchObject({
        name: 'RuntimeFolderError',
        message: `The runtime folder ${folder} cannot hold the lock: EACCES`,
      });
      expect((await inside.ended).code).toBe(1);
    },
  );
});

describe('a schema file', () => {
  it.runIf(process.getuid?.() === 0)(
    'that the daemon may not read is reported, and read once it may [needs root]',
    async () => {
      const user = { uid: 65_534, gid: 65_534 };
      chmodSync(path(''), 0o755);
      const [folder, project] = [path('unprivileged'), path('project')];
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, user.uid, user.gid);
      mkdirSync(project);
      const file = join(project, 'schema.develop.sql');
      writeFileSync(file, 'CREATE TABLE public.users (id integer);');
      chmodSync(file, 0o644);
      const methods = ['validate_query'];
      const cacheFolder = join(folder, 'cache');
      mkdirSync(cacheFolder, { mode: 0o700 });
      chownSync(cacheFolder, user.uid, user.gid);
      // An empty database takes seconds to make.
      const empty = await prepareCache(TEST_CACHE);
      copyFileSync(empty, join(cacheFolder, basename(empty)));
      chownSync(join(cacheFolder, basename(empty)), user.uid, user.gid);
      const daemon = start(folder, { program: realWorker(), methods, cacheFolder }, user);
      const { port } = await daemon.said();
      const { token } = JSON.parse(readFileSync(pidFilePath(folder), 'utf8')) as PidFile;
      const client = close(await dial(port!));
      await client.call('hello', { token, context: 'cli', project });
      const validate = () => client.call('validate_query', { sql: 'SELECT id FROM users' });
      expect((await validate()).result).toMatchObject({ valid: true });
      chmodSync(file, 0o000);
      expect((await validate()).error).toMatchObject({
        code: -32020,
        message: 'Schema file I/O failure',
        data: { target: 'schema_file', name: file, error_type: 'EACCES' },
      });
      chmodSync(file, 0o644);
      expect((await validate()).result).toMatchObject({ valid: true });
    },
  );
});
