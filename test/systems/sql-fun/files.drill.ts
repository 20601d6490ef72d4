import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DrillClient, isDeclared } from './testing/drill/client.js';
import {
  type DrilledDaemon,
  makeProject,
  openFilesOf,
  shopSchema,
  startDaemon,
} from './testing/drill/daemon.js';

const path = temporaryFolder();
let daemon: DrilledDaemon;
beforeAll(async () => {
  daemon = await startDaemon({ folder: path('daemon') });
});
afterAll(() => daemon.close());

const SQL = { sql: 'SELECT u.*, o.* FROM users u CROSS JOIN orders o' };

describe('a file that is no longer a schema', () => {
  const project = makeProject(path('changed'));
  const file = join(project, 'schema.develop.sql');
  let client: DrillClient;
  let socket: Server;
  beforeAll(async () => {
    client = await daemon.greet(project);
    socket = createServer();
  });
  afterAll(() => void socket.close());

  const io = (error_type: string) => ({
    error: { code: -32020, data: { target: 'schema_file', name: file, error_type } },
  });

  it.each<[string, () => unknown, object]>([
    ['a folder', () => mkdirSync(file), io('EISDIR')],
    ['a pipe', () => execFileSync('mkfifo', [file]), io('EINVAL')],
    ['a socket', () => once(socket.listen(file), 'listening'), io('EINVAL')],
    ['a device', () => symlinkSync('/dev/zero', file), io('EINVAL')],
    ['a link to itself', () => symlinkSync(file, file), io('ELOOP')],
    ['a link to nothing', () => symlinkSync(path('nothing'), file), io('ENOENT')],
    ['nothing', () => undefined, io('ENOENT')],
    ['too large', () => (writeFileSync(file, ''), truncateSync(file, 100e6)), io('EFBIG')],
    [
      'no UTF-8',
      () => writeFileSync(file, Buffer.from([0x2d, 0x2d, 0xe9])),
      { error: { code: -32021, data: { line: 1 } } },
    ],
    [
      'NULs',
      () => writeFileSync(file, '\0'.repeat(4096)),
      { error: { code: -32021, data: { line: 1 } } },
    ],
    [
      'no SQL',
      () => writeFileSync(file, '\x7fELF\n'),
      { error: { code: -32021, data: { line: 1 } } },
    ],
  ])('but %s: that is said, and a file in its place is read', async (_, replace, expected) => {
    expect((await client.call('list_objects')).result).toMatchObject({ total: 2 });
    rmSync(file, { recursive: true });
    await replace();
    const { method, params } = { method: 'analyze_query', params: SQL };
    expect(await client.call(method, params)).toMatchObject(expected);
    expect(await client.call('validate_schema')).toMatchObject(expected);
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, shopSchema());
    expect((await client.call(method, params)).result).toMatchObject({ valid: true });
  });

  it('but unreadable: that is said, and a file that can be read is', async () => {
    // Root may read everything.
    const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
    const home = path('nobody');
    mkdirSync(home);
    const other = makeProject(join(home, 'project'));
    const ids = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
    const within = nobody === undefined ? [] : ['setpriv', ...ids];
    for (const each of [path('.'), home]) chmodSync(each, 0o755);
    if (nobody !== undefined) chownSync(home, nobody, nobody);
    const poor = await startDaemon({ folder: home, within });
    onTestFinished(poor.close);
    const who = await poor.greet(other);
    const theirs = join(other, 'schema.develop.sql');
    for (const [each, target] of [
      [theirs, 'schema_file'],
      [join(other, 'sql-fun.toml'), 'config_file'],
    ] as const) {
      chmodSync(each, 0o000);
      const data = { target, name: each, error_type: 'EACCES' };
      expect((await who.call('list_objects')).error).toMatchObject({ code: -32020, data });
      chmodSync(each, 0o644);
      expect((await who.call('list_objects')).result).toMatchObject({ total: 2 });
    }
  });

  it('but empty has no tables', async () => {
    writeFileSync(file, '');
    expect((await client.call('list_objects')).result).toMatchObject({ total: 0 });
    expect(await client.call('validate_query', SQL)).toMatchObject({ error: { code: -32051 } });
    writeFileSync(file, shopSchema());
    expect((await client.call('list_objects')).result).toMatchObject({ total: 2 });
  });

  it('but a folder of the project that is gone, or is a file', async () => {
    const other = makeProject(path('gone'));
    const who = await daemon.greet(other);
    expect((await who.call('list_objects')).result).toMatchObject({ total: 2 });
    rmSync(other, { recursive: true });
    expect((await who.call('list_objects')).error).toMatchObject({
      code: expect.toSatisfy((code) => code === -32020 || code === -32053),
    });
    writeFileSync(other, '');
    const { error } = await who.call('list_objects');
    expect(error && isDeclared(error)).toBe(true);
  });

  it('nothing stays open in the workers', async () => {
    const before = daemon.workers().map(openFilesOf);
    for (let n = 0; n < 100; n++) {
      rmSync(file, { recursive: true, force: true });
      if (n % 2 === 0) mkdirSync(file);
      else writeFileSync(file, n % 3 === 0 ? shopSchema(n) : '!');
      await client.call('list_objects');
    }
    expect(daemon.workers().map(openFilesOf)).toEqual(before);
    expect(daemon.leaks()).toEqual([]);
  });
});
