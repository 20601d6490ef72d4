import { constants } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { codeOf, RuntimeFolderError } from './runtime-folder.js';

/** How to find the daemon, and what shows it that one may ask. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** 40 hexadecimal digits. */
  readonly token: string;
}

/** `missing`: there is none. `foreign`: of another user. `exposed`: others may read it. `invalid`: no PID file. */
export type PidFileProblem = 'missing' | 'unreadable' | 'foreign' | 'exposed' | 'invalid';

/** The PID file cannot be used. Nothing of its content is in the message. */
export class PidFileError extends Error {
  override readonly name = 'PidFileError';
  readonly reason: PidFileProblem;
  readonly path: string;

  constructor(reason: PidFileProblem, path: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.reason = reason;
    this.path = path;
  }
}

const MAX_BYTES = 4096;

export const pidFilePath = (folder: string): string => join(folder, 'sql-fun-server.pid');

/** What the PID file of a runtime folder says. Rejects with a PidFileError. */
export async function readPidFile(folder: string): Promise<PidFile> {
  const path = pidFilePath(folder);
  const file = await openFile(path);
  try {
    await assertOurs(file, path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return parsePidFile(buffer.toString('utf8', 0, bytesRead), path);
  } finally {
    await file.close();
  }
}

/** Appears at once and whole: whoever reads it reads all of it. Rejects with a RuntimeFolderError. */
export async function writePidFile(folder: string, content: PidFile): Promise<void> {
  const path = pidFilePath(folder);
  const draft = `${path}.${process.pid}`;
  try {
    await rm(draft, { force: true });
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content)}\n`);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new RuntimeFolderError(folder, `cannot be written to: ${codeOf(cause)}`, { cause });
  }
}

/** Remove the PID file if it is the one with this token. */
export async function removePidFile(folder: string, token: string): Promise<void> {
  const found = await readPidFile(folder).catch(() => undefined);
  if (found?.token === token) await dropPidFile(folder);
}

/** Remove the PID file, whosesoever it is. Rejects with a RuntimeFolderError. */
export async function dropPidFile(folder: string): Promise<void> {
  try {
    await rm(pidFilePath(folder), { force: true });
  } catch (cause) {
    throw new RuntimeFolderError(folder, `cannot be written to: ${codeOf(cause)}`, { cause });
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT') {
      throw new PidFileError('missing', path, `There is no PID file ${path}`, { cause });
    }
    const sentence = `The PID file ${path} cannot be read: ${code}`;
    throw new PidFileError('unreadable', path, sentence, { cause });
  }
}

async function assertOurs(file: FileHandle, path: string): Promise<void> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new PidFileError('invalid', path, `${path} is not a file`);
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (stats.uid !== uid) {
    throw new PidFileError('foreign', path, `The PID file ${path} belongs to user ${stats.uid}`);
  }
  if ((stats.mode & 0o077) !== 0) {
    throw new PidFileError('exposed', path, `The PID file ${path} is open to others`);
  }
}

function parsePidFile(text: string, path: string): PidFile {
  const { pid, port, token } = membersOfText(text);
  if (isWithin(pid, 2 ** 31) && isWithin(port, 65_535) && isToken(token)) {
    return { pid, port, token };
  }
  throw new PidFileError('invalid', path, `${path} does not hold what a PID file holds`);
}

function membersOfText(text: string): Partial<Record<keyof PidFile, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // the text may hold a token: nothing of it is told
  }
}

function isWithin(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}
