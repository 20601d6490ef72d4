import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ListedResource } from '../resource.js';
import { fileResources } from './file-resources.js';
import { createFiles } from './testing/files.js';
import { createContext, readPath } from './testing/read-uri.js';

describe('the list', () => {
  it('has every file, in order, with size and type, and nothing that cannot be read', async () => {
    const files = await createFiles({
      'b.md': 'bb',
      'a/z.json': '{}',
      'a/b/c': 'c',
      '.env': '',
      'a\\b.txt': '',
      'é.txt': 'x',
    });
    await mkdir(files.path('empty'));
    await symlink('../canary.txt', files.path('out-file'));
    await symlink('..', files.path('out'));
    await symlink('.', files.path('a/circle'));
    await symlink('b.md', files.path('link.md'));
    await symlink('.env', files.path('shown'));
    execFileSync('mkfifo', [files.path('pipe')]);
    const template = fileResources({ root: files.root, scheme: 'docs' });
    const list = (await template.list!(createContext())) as readonly ListedResource[];
    expect(list).toEqual([
      { uri: 'docs:///a/b/c', name: 'a/b/c', size: 1 },
      { uri: 'docs:///a/z.json', name: 'a/z.json', size: 2, mimeType: 'application/json' },
      { uri: 'docs:///b.md', name: 'b.md', size: 2, mimeType: 'text/markdown' },
      { uri: 'docs:///link.md', name: 'link.md', size: 2, mimeType: 'text/markdown' },
      { uri: 'docs:///%C3%A9.txt', name: 'é.txt', size: 1, mimeType: 'text/plain' },
    ]);
    for (const { uri } of list) {
      expect(await readPath(template, uri.slice('docs:///'.length))).toBeDefined();
    }
  });

  it('ends at its limit, of files as of folders', async () => {
    const files = await createFiles({ a: '', b: '', c: '', 'd/e': '' });
    const list = (maxListed: number, root = files.root) =>
      fileResources({ root, maxListed }).list!(createContext());
    expect(await list(2)).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect(await list(4)).toHaveLength(4);

    const deep = await createFiles({ 'a/b/c/d/file': '' });
    expect(await list(4, deep.root)).toEqual([]);
    expect(await list(5, deep.root)).toHaveLength(1);
  });
});

describe('completion', () => {
  const complete = async (root: string, typed: string) =>
    fileResources({ root }).complete!['path']!(typed, {});

  it('takes half a character for the replacement character, as the file system does', async () => {
    const files = await createFiles({ '\ufffd/c': '' });
    expect(await complete(files.root, '\ud800/')).toEqual(['%EF%BF%BD/c']);
  });

  it('completes one folder level, escaped as in a URI', async () => {
    const files = await createFiles({
      'do c/a.md': '',
      'do c/b.md': '',
      'dot.txt': '',
      x: '',
      '.do': '',
    });
    await symlink('../canary.txt', files.path('do-out'));
    expect(await complete(files.root, '')).toEqual(['do%20c/', 'dot.txt', 'x']);
    expect(await complete(files.root, 'do')).toEqual(['do%20c/', 'dot.txt']);
    expect(await complete(files.root, 'do c/')).toEqual(['do%20c/a.md', 'do%20c/b.md']);
    expect(await complete(files.root, 'do%20c/b')).toEqual(['do%20c/b.md']);
    expect(await complete(files.root, '100%')).toEqual([]);
  });

  it('lists nothing outside the root', async () => {
    const files = await createFiles({ 'a/b': '', '.git/config': '' });
    await symlink('..', files.path('out'));
    for (const typed of [
      '../',
      '..%2F',
      'a/../../',
      '/',
      '/etc/',
      'out/',
      '.git/',
      'nowhere/',
      'a\0/',
    ]) {
      expect(await complete(files.root, typed)).toEqual([]);
    }
  });

  it('ends at the hundred values of one answer', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `file-${index}`);
    const files = await createFiles(Object.fromEntries(names.map((name) => [name, ''])));
    expect(await complete(files.root, 'file-')).toHaveLength(100);
  });
});
