import { appendFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ListedResource } from '../resource.js';
import { fileResources } from './file-resources.js';
import { createFiles } from './testing/files.js';
import { createContext, readPath, uriOf } from './testing/read-uri.js';

const INVALID_PARAMS = { reason: 'INVALID_PARAMS' };
const NOT_FOUND = { reason: 'RESOURCE_NOT_FOUND' };

describe('URIs', () => {
  it('are the file URIs of any other program', async () => {
    const files = await createFiles({ 'a b/ü#?%.md': '# Hi' });
    const template = fileResources({ root: files.root });
    const uri = pathToFileURL(files.path('a b/ü#?%.md')).href;
    expect(uriOf(template, 'a%20b/%C3%BC%23%3F%25.md')).toBe(uri);
    expect(template.uriTemplate).toBe(`${pathToFileURL(files.root).href}/{+path}`);
    expect(await readPath(template, 'a%20b/%C3%BC%23%3F%25.md')).toEqual({
      uri,
      mimeType: 'text/markdown',
      text: '# Hi',
    });
  });

  it('begin at the root under another scheme', async () => {
    const files = await createFiles({ 'a.txt': 'A' });
    const template = fileResources({ root: files.root, scheme: 'docs', name: 'documents' });
    expect(template).toMatchObject({ uriTemplate: 'docs:///{+path}', name: 'documents' });
    expect(await readPath(template, 'a.txt')).toMatchObject({ uri: 'docs:///a.txt', text: 'A' });
  });

  it('can be those of the whole disk', () => {
    expect(fileResources({ root: '/' })).toMatchObject({
      uriTemplate: 'file:///{+path}',
      name: 'files',
    });
  });

  it('need a root that is a folder, and a scheme', async () => {
    const files = await createFiles({ 'a.txt': '' });
    expect(() => fileResources({ root: files.path('missing') })).toThrow('ENOENT');
    expect(() => fileResources({ root: files.path('a.txt') })).toThrow(TypeError);
    expect(() => fileResources({ root: files.root, scheme: 'a b' })).toThrow(TypeError);
  });
});

describe('reading', () => {
  it('gives invalid UTF-8 as base64', async () => {
    const files = await createFiles();
    const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    await files.write('a.PNG', bytes);
    await files.write('a', bytes);
    const template = fileResources({ root: files.root });
    const blob = Buffer.from(bytes).toString('base64');
    expect(await readPath(template, 'a.PNG')).toMatchObject({ mimeType: 'image/png', blob });
    expect(await readPath(template, 'a')).toMatchObject({
      mimeType: 'application/octet-stream',
      blob,
    });
  });

  it('reads a text of unknown type as plain text, and an empty file as an empty text', async () => {
    const files = await createFiles({ 'a.constructor': 'x', empty: '' });
    const template = fileResources({ root: files.root });
    expect(await readPath(template, 'a.constructor')).toMatchObject({ mimeType: 'text/plain' });
    expect(await readPath(template, 'empty')).toMatchObject({ text: '' });
  });

  it('reads up to the limit, and names the limit in the error', async () => {
    const files = await createFiles({ fits: '1234', more: '12345' });
    const template = fileResources({ root: files.root, maxBytes: 4 });
    expect(await readPath(template, 'fits')).toMatchObject({ text: '1234' });
    await expect(readPath(template, 'more')).rejects.toMatchObject({
      ...INVALID_PARAMS,
      context: { details: 'The file has more than 4 bytes' },
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'believes the bytes rather than the size [needs Linux]',
    async () => {
      // Linux says of these that they are empty.
      const proc = (maxBytes: number) =>
        fileResources({ root: '/proc/self', scheme: 'proc', maxBytes });
      expect(await readPath(proc(100_000), 'status')).toMatchObject({
        text: expect.stringMatching(/^Name:[^]*\nPid:\t\d+\n[^]*\n$/) as unknown,
      });
      await expect(readPath(proc(10), 'status')).rejects.toMatchObject(INVALID_PARAMS);
    },
  );

  it('reads the current content, and fails once the file is deleted', async () => {
    const files = await createFiles({ 'a.txt': '1' });
    const template = fileResources({ root: files.root });
    const [listed] = (await template.list!(createContext())) as readonly ListedResource[];
    await appendFile(files.path('a.txt'), '2');
    expect(await readPath(template, 'a.txt')).toMatchObject({ uri: listed!.uri, text: '12' });
    await rm(files.path('a.txt'));
    await expect(readPath(template, 'a.txt')).rejects.toMatchObject({
      ...NOT_FOUND,
      context: { uri: listed!.uri },
      cause: { code: 'ENOENT' },
    });
  });

  it('follows links inside the root, also if the root is a link', async () => {
    const files = await createFiles({ 'a.txt': 'A' });
    await symlink('a.txt', files.path('b.txt'));
    await symlink('root', join(files.outside, 'current'));
    const template = fileResources({ root: join(files.outside, 'current') });
    expect(await readPath(template, 'b.txt')).toMatchObject({
      uri: pathToFileURL(join(files.outside, 'current', 'b.txt')).href,
      text: 'A',
    });
  });
});
