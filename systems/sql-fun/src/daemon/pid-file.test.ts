import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { PidFileError, pidFilePath, readPidFile } from './runtime-folder.js';
import { removePidFile, writePidFile } from './runtime-folder.js';

const path = temporaryFolder();
const TOKEN = 'c0ffee'.repeat(7).slice(0, 40);
const CONTENT = { pid: 4711, port: 40_000, token: TOKEN };

const problemOf = async (folder: string): Promise<PidFileError> => {
  const thrown: unknown = await readPidFile(folder).catch((error: unknown) => error);
  if (!(thrown instanceof PidFileError)) throw new Error('Expected a PidFileError');
  return thrown;
};

let count = 0;
function folderWith(text?: string, mode = 0o600): string {
  const folder = path(`folder-${++count}`);
  mkdirSync(folder, { mode: 0o700 });
  if (text !== undefined) writeFileSync(pidFilePath(folder), text, { mode });
  return folder;
}

describe('a PID file', () => {
  it('is read as it was written, and nothing is left beside it', async () => {
    const folder = folderWith('an old one');
    await writePidFile(folder, CONTENT);
    expect(await readPidFile(folder)).toEqual(CONTENT);
    expect(readdirSync(folder)).toEqual(['sql-fun-server.pid']);
  });

  it('is removed only by whom it names', async () => {
    const folder = folderWith();
    await writePidFile(folder, CONTENT);
    await removePidFile(folder, '0'.repeat(40));
    expect(readdirSync(folder)).toEqual(['sql-fun-server.pid']);
    await removePidFile(folder, TOKEN);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['half of it', JSON.stringify(CONTENT).slice(0, 60)],
    ['no object', '[1]'],
    ['null', 'null'],
    ['no port', JSON.stringify({ ...CONTENT, port: undefined })],
    ['a wrong port', JSON.stringify({ ...CONTENT, port: 65_536 })],
    ['a pid that would mean a group', JSON.stringify({ ...CONTENT, pid: -1 })],
    ['a short token', JSON.stringify({ ...CONTENT, token: TOKEN.slice(1) })],
    ['too many bytes', `${' '.repeat(5000)}${JSON.stringify(CONTENT)}`],
  ])('that holds %s is invalid, and none of its text is shown', async (_what, text) => {
    const problem = await problemOf(folderWith(text));
    expect(problem.reason).toBe('invalid');
    expect(problem.message).not.toContain(TOKEN.slice(0, 10));
  });

  it('that is not there is missing', async () => {
    const folder = folderWith();
    const problem = await problemOf(folder);
    expect([problem.reason, problem.path]).toEqual(['missing', join(folder, 'sql-fun-server.pid')]);
  });

  it('that others may read is not used', async () => {
    const folder = folderWith(JSON.stringify(CONTENT));
    chmodSync(pidFilePath(folder), 0o644);
    expect((await problemOf(folder)).reason).toBe('exposed');
  });

  it.runIf(process.getuid?.() === 0)('of somebody else is not used [needs root]', async () => {
    const folder = folderWith(JSON.stringify(CONTENT));
    chownSync(pidFilePath(folder), 12_345, 12_345);
    expect((await problemOf(folder)).reason).toBe('foreign');
  });

  it('that is a link or a folder is not used', async () => {
    const linked = folderWith();
    symlinkSync(pidFilePath(folderWith(JSON.stringify(CONTENT))), pidFilePath(linked));
    expect((await problemOf(linked)).reason).toBe('unreadable');
    const folder = folderWith();
    mkdirSync(pidFilePath(folder));
    expect((await problemOf(folder)).reason).toBe('invalid');
  });
});
