import { execFileSync } from 'node:child_process';
import { lutimes, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeSnapshot } from '../engine/snapshot.js';
import { DatabaseStore } from './store.js';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'errata-store-')), 'cache');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

/** Makes a database without files. */
const making =
  (content: string, made: string[] = []) =>
  (file: string) => {
    made.push(content);
    writeSnapshot(file, [], { content });
    return Promise.resolve();
  };

it('makes a database once, and finds it again', async () => {
  const made: string[] = [];
  const stored = await new DatabaseStore(folder).get('a', making('one', made));
  expect(stored).toEqual({ file: join(folder, 'a'), notes: { content: 'one' } });
  expect(await new DatabaseStore(folder).get('a', making('two', made))).toEqual(stored);
  expect(made).toEqual(['one']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(stored.file)).mode & 0o777).toBe(0o600);
});

it('leaves nothing behind where it cannot be made', async () => {
  const store = new DatabaseStore(folder);
  await expect(store.get('a', () => Promise.reject(new Error('no space')))).rejects.toThrow(
    'no space',
  );
  expect(await readdir(folder)).toEqual([]);
  expect((await store.get('a', making('one'))).notes).toEqual({ content: 'one' });
});

it('tries again where its folder could not be made', async () => {
  const store = new DatabaseStore(folder);
  await writeFile(folder, 'in the way');
  await expect(store.get('a', making('one'))).rejects.toMatchObject({ code: 'EEXIST' });
  await rm(folder);
  expect((await store.get('a', making('one'))).notes).toEqual({ content: 'one' });
});

it('makes its folder again where it was removed', async () => {
  const store = new DatabaseStore(folder);
  await store.get('a', making('one'));
  await rm(folder, { recursive: true });
  expect((await store.get('a', making('two'))).notes).toEqual({ content: 'two' });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('is made once where several make it at the same time', async () => {
  const stores = Array.from({ length: 4 }, () => new DatabaseStore(folder));
  for (let round = 0; round < 20; round++) {
    const made: string[] = [];
    const all = stores.map((store, n) => store.get(`key-${round}`, making(`${n}`, made)));
    const [one, ...others] = await Promise.all(all);
    expect(made).toHaveLength(1);
    for (const other of others) expect(other).toEqual(one);
  }
  expect((await readdir(folder)).filter((name) => !name.startsWith('key-'))).toEqual([]);
});

it('waits for another process that makes it, and not for one that has ended', async () => {
  await mkdir(folder, { recursive: true });
  await symlink(String(2 ** 22 + 1), join(folder, 'lock-a'));
  expect((await new DatabaseStore(folder).get('a', making('one'))).notes).toEqual({
    content: 'one',
  });
  await symlink(String(process.pid), join(folder, 'lock-b'));
  const waiting = new DatabaseStore(folder).get('b', making('mine'));
  writeSnapshot(join(folder, 'b'), [], { content: 'theirs' });
  expect((await waiting).notes).toEqual({ content: 'theirs' });
});

it.each([
  ['nothing', ''],
  ['a few bytes', 'half'],
  ['a place of the index that is wrong', '12345678901234567890'],
  ['an index that is cut off', `{"notes":\0\0\0\0\0\0\0\0`],
])('makes again what is incomplete: %s', async (_what, content) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a'), content);
  const { notes } = await new DatabaseStore(folder).get('a', making('one'));
  expect(notes).toEqual({ content: 'one' });
});

it.each([
  ['a folder', (file: string) => mkdir(join(file, 'inner'), { recursive: true })],
  ['a pipe', (file: string) => Promise.resolve(execFileSync('mkfifo', [file]))],
])('makes again what is not a file: %s', async (_what, leave) => {
  await mkdir(folder, { recursive: true });
  await leave(join(folder, 'a'));
  const { notes } = await new DatabaseStore(folder).get('a', making('one'));
  expect(notes).toEqual({ content: 'one' });
});

it('removes what processes that have ended were making, and keeps that of running ones', async () => {
  const ended = 2 ** 22 + 1; // above the highest process id of Linux
  const running = `new-${process.pid}-x`;
  await mkdir(folder, { recursive: true });
  for (const name of [`new-${ended}-x`, running]) await writeFile(join(folder, name), '');
  await symlink(String(ended), join(folder, 'lock-other'));
  await new DatabaseStore(folder).get('a', making('one'));
  expect((await readdir(folder)).sort()).toEqual(['a', running]);
});

it('keeps the twelve that were used last', async () => {
  const store = new DatabaseStore(folder);
  const keys = Array.from({ length: 12 }, (_, n) => `key-${n + 10}`);
  for (const [n, key] of keys.entries()) {
    await store.get(key, making(key));
    await utimes(join(folder, key), n, n);
  }
  await store.get('key-10', making('again')); // used now
  await store.get('new', making('new'));
  expect((await readdir(folder)).sort()).toEqual([...keys.filter((k) => k !== 'key-11'), 'new']);
});

it.each([
  ['is a file', (lock: string) => writeFile(lock, 'x')],
  [
    'is of another process that has its number now',
    async (lock: string) => {
      await symlink('1', lock);
      await lutimes(lock, 1, 1);
    },
  ],
])('does not wait for a lock that %s', async (_what, leave) => {
  await mkdir(folder, { recursive: true });
  await leave(join(folder, 'lock-a'));
  const made: string[] = [];
  await new DatabaseStore(folder).get('a', making('one', made));
  expect(made).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['a']);
});
