import { execFileSync } from 'node:child_process';
import {
  mkdtemp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseStore } from './store.js';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'errata-store-')), 'cache');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

/** Makes a data folder with one file in it. */
const making =
  (content: string, made: string[] = []) =>
  async (data: string) => {
    made.push(content);
    await mkdir(data);
    await writeFile(join(data, 'PG_VERSION'), content);
    return { content };
  };

it('makes a database once, and finds it again', async () => {
  const made: string[] = [];
  const { data, notes } = await new DatabaseStore(folder).get('a', making('one', made));
  expect(notes).toEqual({ content: 'one' });
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('one');
  const again = await new DatabaseStore(folder).get('a', making('two', made));
  expect(again).toEqual({ data, notes });
  expect(made).toEqual(['one']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
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

it('makes its folder again where somebody removed it', async () => {
  const store = new DatabaseStore(folder);
  await store.get('a', making('one'));
  await rm(folder, { recursive: true });
  expect((await store.get('a', making('two'))).notes).toEqual({ content: 'two' });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('leaves nothing behind of a copy that fails', async () => {
  const store = new DatabaseStore(folder);
  const { data } = await store.get('a', making('one'));
  execFileSync('mkfifo', [join(data, 'pipe')]);
  await expect(store.copy(data)).rejects.toThrow('pipe');
  expect(await readdir(folder)).toEqual(['a']);
});

it('is made once where two make it at the same time', async () => {
  const store = new DatabaseStore(folder);
  const [one, two] = await Promise.all([
    store.get('a', making('one')),
    store.get('a', making('two')),
  ]);
  expect(two).toEqual(one);
  expect(await readdir(folder)).toEqual(['a']);
});

it('waits for another process that makes it, and not for one that has ended', async () => {
  await mkdir(folder, { recursive: true });
  await symlink(String(2 ** 22 + 1), join(folder, 'lock-a'));
  expect((await new DatabaseStore(folder).get('a', making('one'))).notes).toEqual({
    content: 'one',
  });
  await symlink(String(process.pid), join(folder, 'lock-b'));
  const waiting = new DatabaseStore(folder).get('b', making('mine'));
  await mkdir(join(folder, 'b'));
  await writeFile(join(folder, 'b', 'notes.json'), '{"content":"theirs"}');
  expect((await waiting).notes).toEqual({ content: 'theirs' });
});

it('makes again what is incomplete', async () => {
  await mkdir(join(folder, 'a'), { recursive: true });
  await writeFile(join(folder, 'a', 'notes.json'), '{"content":');
  const { notes } = await new DatabaseStore(folder).get('a', making('one'));
  expect(notes).toEqual({ content: 'one' });
});

it('copies a database for its process', async () => {
  const store = new DatabaseStore(folder);
  const { data } = await store.get('a', making('one'));
  const own = await store.copy(data);
  await writeFile(join(own, 'PG_VERSION'), 'changed');
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('one');
});

it('removes the copies of processes that have ended, and keeps those of running ones', async () => {
  const ended = 2 ** 22 + 1; // above the highest process id of Linux
  const running = `own-${process.pid}-x`;
  for (const name of [`own-${ended}-x`, `new-${ended}-x`, running]) {
    await mkdir(join(folder, name), { recursive: true });
  }
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
