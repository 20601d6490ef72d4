import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { openRuntimeFolder, runtimeFolder, RuntimeFolderError } from './runtime-folder.js';

const path = temporaryFolder();

describe('the runtime folder', () => {
  it.each([
    [
      'of the session where there is one',
      { XDG_RUNTIME_DIR: '/run/user/7' },
      '/run/user/7/sql-fun',
    ],
    ['of the user where there is none', {}, join(tmpdir(), `sql-fun-${process.getuid!()}`)],
    [
      'not a relative one',
      { XDG_RUNTIME_DIR: 'run' },
      join(tmpdir(), `sql-fun-${process.getuid!()}`),
    ],
  ])('is that %s', (_which, env, expected) => {
    expect(runtimeFolder(env)).toBe(expected);
  });

  it('is made for its owner alone, with what is above it', async () => {
    const folder = path('deep/er/run');
    await openRuntimeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await openRuntimeFolder(folder);
  });

  it('may not be open to others', async () => {
    const folder = path('open');
    mkdirSync(folder);
    chmodSync(folder, 0o750);
    await expect(openRuntimeFolder(folder)).rejects.toThrow(
      `The runtime folder ${folder} is open to others (mode 0750, and not 0700)`,
    );
  });

  it('may not be a link', async () => {
    const folder = path('target');
    mkdirSync(folder, { mode: 0o700 });
    symlinkSync(folder, path('link'));
    await expect(openRuntimeFolder(path('link'))).rejects.toThrow('is not a folder');
  });

  it('may not be a file', async () => {
    writeFileSync(path('file'), '');
    const opened = openRuntimeFolder(path('file'));
    await expect(opened).rejects.toThrow('cannot be made: EEXIST');
    await expect(opened).rejects.toBeInstanceOf(RuntimeFolderError);
  });

  it.runIf(process.getuid?.() === 0)('may not belong to somebody else [needs root]', async () => {
    const folder = path('foreign');
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 12_345, 12_345);
    await expect(openRuntimeFolder(folder)).rejects.toThrow('belongs to user 12345');
  });
});
