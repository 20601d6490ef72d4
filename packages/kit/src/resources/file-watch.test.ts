import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ResourceTemplate } from '../resource.js';
import { fileResources } from './file-resources.js';
import { asNobody, createFiles, withoutDescriptors } from './testing/files.js';
import { readPath, uriOf } from './testing/read-uri.js';

/** Begins to watch; ended with the test. `next` waits for the next change that was not reported before. */
async function subscribe(template: ResourceTemplate, path: string) {
  let changes = 0;
  let awaited = 0;
  const end = await template.watch!(uriOf(template, path), () => void changes++);
  onTestFinished(end);
  return {
    end,
    get changes() {
      return changes;
    },
    async next() {
      await vi.waitFor(() => expect(changes).toBeGreaterThan(awaited), {
        timeout: 300_000,
        interval: 5,
      });
      awaited = changes;
    },
  };
}

describe('a watched file', () => {
  it('reports every way in which it changes, also after it was replaced', async () => {
    const files = await createFiles({ 'a.txt': '1' });
    const changes = await subscribe(fileResources({ root: files.root }), 'a.txt');

    await appendFile(files.path('a.txt'), '2');
    await changes.next();
    for (const content of ['3', '4']) {
      await writeFile(files.path('new'), content);
      await rename(files.path('new'), files.path('a.txt'));
      await changes.next();
    }
    await appendFile(files.path('a.txt'), '5');
    await changes.next();
    await unlink(files.path('a.txt'));
    await changes.next();
    await writeFile(files.path('a.txt'), '6');
    await changes.next();
  });

  it('is watched again after its folder was replaced', async () => {
    const files = await createFiles({ 'docs/a.txt': '1', 'next/a.txt': '2' });
    const changes = await subscribe(fileResources({ root: files.root }), 'docs/a.txt');
    await rename(files.path('docs'), files.path('old'));
    await rename(files.path('next'), files.path('docs'));
    await changes.next();
    await appendFile(files.path('docs/a.txt'), '3');
    await changes.next();
  });

  it('is watched through a link, also after the link changes', async () => {
    const files = await createFiles({ 'v1/a.txt': '1', 'v2/a.txt': '2' });
    await symlink('v1', files.path('current'));
    const changes = await subscribe(fileResources({ root: files.root }), 'current/a.txt');
    await symlink('v2', files.path('new'));
    await rename(files.path('new'), files.path('current'));
    await rm(files.path('v1'), { recursive: true });
    await changes.next();
    await appendFile(files.path('v2/a.txt'), '3');
    await changes.next();
  });

  it('reports a burst once, nothing of its neighbours, and nothing after the end', async () => {
    const files = await createFiles({ 'a.txt': '', 'b.txt': '' });
    const template = fileResources({ root: files.root });
    const a = await subscribe(template, 'a.txt');
    const b = await subscribe(template, 'b.txt');
    const ended = await subscribe(template, 'b.txt');
    ended.end();
    for (let round = 0; round < 20; round++) await appendFile(files.path('b.txt'), 'x');
    await b.next();
    await appendFile(files.path('b.txt'), 'x');
    await b.next();
    expect(b.changes).toBeLessThan(20);
    expect([a.changes, ended.changes]).toEqual([0, 0]);
  });
});

describe('what cannot be watched', () => {
  it.each(['missing.txt', 'folder', 'out', 'pipe', '.env', 'a.txt/'])('%s', async (path) => {
    const files = await createFiles({ 'a.txt': 'A', '.env': '' });
    await mkdir(files.path('folder'));
    await symlink('../canary.txt', files.path('out'));
    execFileSync('mkfifo', [files.path('pipe')]);
    const template = fileResources({ root: files.root });
    await expect(template.watch!(uriOf(template, path), () => {})).rejects.toMatchObject({
      reason: 'SUBSCRIPTION_FAILED',
      context: { uri: uriOf(template, path), details: 'The file does not exist' },
      cause: expect.any(Error) as unknown,
    });
  });

  it('a file that may not be read', async () => {
    const files = await createFiles({ 'secret.txt': 'S' });
    await chmod(files.outside, 0o755);
    await chmod(files.path('secret.txt'), 0o000);
    const template = fileResources({ root: files.root });
    await asNobody(async () => {
      await expect(template.watch!(uriOf(template, 'secret.txt'), () => {})).rejects.toMatchObject({
        reason: 'SUBSCRIPTION_FAILED',
        cause: { code: 'EACCES' },
      });
    });
  });

  it('a file whose folder may not be looked into', async () => {
    const files = await createFiles({ 'closed/a.txt': 'A' });
    await chmod(files.outside, 0o755);
    await chmod(files.path('closed'), 0o111);
    const template = fileResources({ root: files.root });
    await asNobody(async () => {
      await expect(
        template.watch!(uriOf(template, 'closed/a.txt'), () => {}),
      ).rejects.toMatchObject({
        reason: 'SUBSCRIPTION_FAILED',
        cause: { code: 'EACCES', syscall: 'watch' },
      });
    });
    await chmod(files.path('closed'), 0o755);
  });

  it.skipIf(process.platform !== 'linux')(
    'any file, where nothing can be opened [needs Linux]',
    async () => {
      const files = await createFiles({ 'a.txt': 'A' });
      const template = fileResources({ root: files.root });
      const uri = uriOf(template, 'a.txt');
      await withoutDescriptors(async () => {
        await expect(template.watch!(uri, () => {})).rejects.toMatchObject({
          reason: 'SUBSCRIPTION_FAILED',
          context: { uri, details: 'The file cannot be watched (EMFILE)' },
        });
        // That is no answer to whether there is such a file.
        await expect(readPath(template, 'a.txt')).rejects.toMatchObject({ code: 'EMFILE' });
      });
      expect(await readPath(template, 'a.txt')).toMatchObject({ text: 'A' });
    },
  );

  it('a path that leads out, which is a bad request', async () => {
    const files = await createFiles();
    const template = fileResources({ root: files.root });
    await expect(template.watch!(uriOf(template, '../canary.txt'), () => {})).rejects.toMatchObject(
      {
        reason: 'INVALID_PARAMS',
      },
    );
    await expect(template.watch!('other:///a', () => {})).rejects.toMatchObject({
      reason: 'SUBSCRIPTION_FAILED',
    });
  });
});
