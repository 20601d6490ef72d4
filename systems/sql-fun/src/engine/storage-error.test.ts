import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { StorageError, toStorageError } from './storage-error.js';

const folder = tmpdir();
const thrown = (members: object) => Object.assign(new Error('thrown'), members);

it.each([
  ['a full disk, in the words of PostgreSQL', { code: '53100' }, 'ENOSPC'],
  ['an error of reading', { code: '58030' }, 'EIO'],
  ['a file that was removed', { code: '58P01' }, 'ENOENT'],
  ['a full disk before PostgreSQL runs', { errno: 51 }, 'ENOSPC'],
  ['a disk that cannot be written', { errno: 69 }, 'EROFS'],
])('knows %s', async (_, members, code) => {
  const cause = thrown(members);
  const error = await toStorageError(cause, folder);
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({ code, path: folder, cause });
});

it.each([
  ['a refusal of PostgreSQL', { code: '42P01' }],
  ['an error of Node', { code: 'EPERM', errno: -1 }],
  ['anything else, where the disk has space', {}],
])('leaves alone %s', async (_, members) => {
  const error = thrown(members);
  expect(await toStorageError(error, folder)).toBe(error);
  expect(await toStorageError(error, '/nowhere/at/all')).toBe(error);
});
