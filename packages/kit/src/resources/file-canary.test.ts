import { constants } from 'node:fs';
import { mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFault } from '@errata/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileResources } from './file-resources.js';
import { assertOpened, openFile, openRoot, pathByName } from './file-access.js';
import { CANARY, createFiles, whileSwapping } from './testing/files.js';
import { readPath } from './testing/read-uri.js';

const INSIDE = 'inside the root';

const PIECES = [
  ...['..', '.', '...', '~', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '%c0%ae%c0%ae', '\u2025', '‥'],
  ...[
    '/',
    '//',
    '%2f',
    '%2F',
    '%252f',
    '\\',
    '%5c',
    '\u2215',
    '%00',
    '\0',
    '%0a',
    ';',
    '%',
    '?',
    '#',
  ],
  ...['a', 'a.txt', 'folder', 'out', 'out-file', 'out-absolute', 'in', 'canary.txt', 'root'],
  ...['file://', 'file:///', 'C:', 'proc', 'self', 'cwd', 'etc', 'passwd'],
];

/** Contents, or the reason of the failure. */
async function outcome(read: Promise<{ text?: string } | object | undefined>): Promise<string> {
  try {
    const contents = await read;
    return contents === undefined ? 'no match' : String((contents as { text?: string }).text);
  } catch (error) {
    if (isFault(error)) return error.reason;
    throw error;
  }
}

describe('no path leads out of the root', () => {
  it('for any segments', async () => {
    const files = await createFiles({ 'a.txt': INSIDE, 'folder/a.txt': INSIDE });
    await symlink('..', files.path('out'));
    await symlink('../canary.txt', files.path('out-file'));
    await symlink(join(files.outside, 'canary.txt'), files.path('out-absolute'));
    await symlink('folder', files.path('in'));
    // The links out of the root exist; a careless reader would follow them.
    expect(await readFile(files.path('out/canary.txt'), 'utf8')).toBe(CANARY);

    const template = fileResources({ root: files.root, hidden: true });
    const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 8 });
    const slashed = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 });
    const paths = fc.oneof(
      pieces.map((list) => list.join('')),
      slashed.map((list) => list.join('/')),
      fc.string({ unit: 'binary' }),
    );
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const found = await outcome(readPath(template, path));
        seen.set(found, (seen.get(found) ?? 0) + 1);
        expect([INSIDE, 'INVALID_PARAMS', 'RESOURCE_NOT_FOUND', 'no match']).toContain(found);
      }),
      {
        numRuns: 1000,
        examples: [['a.txt'], ['in/a.txt'], ['out/canary.txt'], ['out-file'], ['../canary.txt']],
      },
    );
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([INSIDE, 'INVALID_PARAMS', 'RESOURCE_NOT_FOUND', 'no match']),
    );
  });

  it('also while folders are exchanged for links', async () => {
    const files = await createFiles({ 'folder/canary.txt': INSIDE });
    await symlink('..', files.path('link'));
    const template = fileResources({ root: files.root });
    const found = new Set<string>();
    await whileSwapping(files.path('folder'), files.path('link'), async () => {
      for (let round = 0; round < 2000; round++) {
        found.add(await outcome(readPath(template, 'folder/canary.txt')));
      }
    });
    expect(found).not.toContain(CANARY);
    expect(await outcome(readPath(template, 'folder/canary.txt'))).toBe(INSIDE);
  });
});

describe('what was opened', () => {
  it('is checked by its real path, not by its name', async () => {
    const files = await createFiles({ 'a.txt': INSIDE });
    const root = openRoot(files.root, false);
    const handle = await open(join(files.outside, 'canary.txt'), constants.O_RDONLY);
    try {
      await expect(assertOpened(root, handle, files.path('a.txt'))).rejects.toThrow(
        'out of the root',
      );
      // The way of systems that cannot tell where an opened file is.
      await expect(pathByName(handle, files.path('a.txt'))).rejects.toThrow('exchanged');
    } finally {
      await handle.close();
    }
  });

  it('has the same place by either way', async () => {
    const files = await createFiles({ 'folder/a.txt': INSIDE });
    await symlink('folder/a.txt', files.path('link'));
    const { handle, real } = await openFile(openRoot(files.root, false), files.path('link'));
    try {
      expect(real).toBe(files.path('folder/a.txt'));
      expect(await pathByName(handle, files.path('link'))).toBe(real);
    } finally {
      await handle.close();
    }
  });

  it('is not a neighbour whose name begins like the root’s', async () => {
    const files = await createFiles();
    await mkdir(`${files.root}-2`);
    await writeFile(join(`${files.root}-2`, 'a.txt'), CANARY);
    await symlink('../root-2/a.txt', files.path('a.txt'));
    const template = fileResources({ root: files.root });
    expect(await outcome(readPath(template, 'a.txt'))).toBe('RESOURCE_NOT_FOUND');
  });
});
