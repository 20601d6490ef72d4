import { execFileSync } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileResources } from './file-resources.js';
import { asNobody, createFiles } from './testing/files.js';
import { createContext, readPath } from './testing/read-uri.js';

const INVALID_PARAMS = { reason: 'INVALID_PARAMS' };
const NOT_FOUND = { reason: 'RESOURCE_NOT_FOUND' };

describe('refusing', () => {
  it.each([
    '../canary.txt',
    '../missing.txt',
    '..',
    '../',
    'a/../../canary.txt',
    'a/../a.txt',
    '%2e%2e/canary.txt',
    '%2E%2E%2Fcanary.txt',
    '..%2Fcanary.txt',
    './a.txt',
    '/etc/passwd',
    '%2Fetc/passwd',
    'a//b',
    '..%5Ccanary.txt',
    '..\\canary.txt',
    'a.txt%00.png',
    '%00',
  ])('%s is a bad request, even if a file exists', async (path) => {
    const files = await createFiles({ 'a.txt': 'A' });
    await expect(readPath(fileResources({ root: files.root }), path)).rejects.toMatchObject(
      INVALID_PARAMS,
    );
  });

  it.each([
    'missing.txt',
    'folder',
    'folder/',
    'a.txt/',
    'a.txt/b',
    '%252e%252e%252fcanary.txt',
    'x'.repeat(5000),
    'out',
    'out/canary.txt',
    'out-file',
    'out-nowhere',
    'out-absolute',
    'circle',
    '.env',
    'folder/.git/config',
    'shown',
    'pipe',
    'socket',
    'zero',
  ])('%.40s is not found', async (path) => {
    const files = await createFiles({ 'a.txt': 'A', '.env': 'KEY', 'folder/.git/config': 'x' });
    await symlink('..', files.path('out'));
    await symlink('../canary.txt', files.path('out-file'));
    await symlink('../missing.txt', files.path('out-nowhere'));
    await symlink(join(files.outside, 'canary.txt'), files.path('out-absolute'));
    await symlink('circle', files.path('circle'));
    await symlink('.env', files.path('shown'));
    await symlink('/dev/zero', files.path('zero'));
    execFileSync('mkfifo', [files.path('pipe')]);
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(files.path('socket'), resolve));
    try {
      await expect(readPath(fileResources({ root: files.root }), path)).rejects.toMatchObject({
        ...NOT_FOUND,
        context: { uri: expect.stringContaining(files.root) as unknown },
      });
    } finally {
      socket.close();
    }
  });

  it('reads no device, although it is under the root', async () => {
    const template = fileResources({ root: '/dev' });
    await expect(readPath(template, 'zero')).rejects.toMatchObject(NOT_FOUND);
  });

  it('serves hidden files with the option hidden', async () => {
    const files = await createFiles({ '.env': 'A=1', '.git/config': 'x' });
    const template = fileResources({ root: files.root, hidden: true });
    expect(await readPath(template, '.git/config')).toMatchObject({ text: 'x' });
    expect(await template.list!(createContext())).toMatchObject([
      { name: '.env' },
      { name: '.git/config' },
    ]);
    await expect(readPath(template, '../canary.txt')).rejects.toMatchObject(INVALID_PARAMS);
  });

  it('reports “not found” for unreadable files, and the cause to the operator', async () => {
    const files = await createFiles({ 'secret.txt': 'S', 'closed/a.txt': 'A', 'open.txt': 'O' });
    await chmod(files.outside, 0o755);
    await chmod(files.path('secret.txt'), 0o000);
    await chmod(files.path('closed'), 0o000);
    const template = fileResources({ root: files.root });
    await asNobody(async () => {
      expect(await readPath(template, 'open.txt')).toMatchObject({ text: 'O' });
      for (const path of ['secret.txt', 'closed/a.txt']) {
        await expect(readPath(template, path)).rejects.toMatchObject({
          ...NOT_FOUND,
          cause: { code: 'EACCES' },
        });
      }
      expect(await template.list!(createContext())).toMatchObject([
        { name: 'open.txt' },
        { name: 'secret.txt' },
      ]);
    });
    await chmod(files.path('closed'), 0o755);
  });

  it.skipIf(process.platform !== 'linux')(
    'does not call a broken disk “not found” [needs Linux]',
    async () => {
      // Linux answers with EIO to a reader of a process's memory at address 0.
      const template = fileResources({ root: '/proc/self', scheme: 'proc' });
      await expect(readPath(template, 'mem')).rejects.toMatchObject({ code: 'EIO' });
    },
  );
});
