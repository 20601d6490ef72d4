import { constants, closeSync, openSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { objectOrEmpty } from '@errata/core/internal';
import { DatabaseSync } from '@photostructure/sqlite';
import { isAlive } from '../databases/store.js';
import { errorType } from '../policy/config.js';

/** The runtime folder cannot be used, or others can reach into it. */
export class RuntimeFolderError extends Error {
  override readonly name = 'RuntimeFolderError';

  constructor(folder: string, problem: string, options?: ErrorOptions) {
    super(`The runtime folder ${folder} ${problem}`, options);
  }
}

export const unusable =
  (folder: string, what: string) =>
  (cause: unknown): never => {
    throw new RuntimeFolderError(folder, `${what}: ${errorType(cause)}`, { cause });
  };

/** Where the daemon of this user keeps its PID file and its lock. */
export function runtimeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const runtime = env['XDG_RUNTIME_DIR'] ?? '';
  if (isAbsolute(runtime)) return join(runtime, 'sql-fun');
  return join(tmpdir(), `sql-fun-${process.getuid?.() ?? 'user'}`);
}

/** Make the folder where it is not there yet, and check that no other user can write to it. */
export async function openRuntimeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(unusable(folder, 'cannot be made'));
  // Not `stat`: another user's link to our folder is not our folder.
  const stats = await lstat(folder);
  if (!stats.isDirectory()) throw new RuntimeFolderError(folder, 'is not a folder');
  if (isForeign(stats)) throw new RuntimeFolderError(folder, `belongs to user ${stats.uid}`);
  if (isExposed(stats)) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
    throw new RuntimeFolderError(folder, `is open to others (mode ${mode}, and not 0700)`);
  }
}

// Where there are no user ids, there are no permissions to look at.
const isForeign = ({ uid }: Stats): boolean => (process.getuid?.() ?? uid) !== uid;
const isExposed = ({ mode }: Stats): boolean =>
  process.getuid !== undefined && (mode & 0o077) !== 0;

/** How to find the daemon, and what shows it that one may ask. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** 40 hexadecimal digits. */
  readonly token: string;
}

/** `missing`: there is none. `foreign`: of another user. `exposed`: others may read it. `invalid`: no PID file. */
type PidFileProblem = 'missing' | 'unreadable' | 'foreign' | 'exposed' | 'invalid';

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

export async function readPidFile(folder: string): Promise<PidFile> {
  const path = pidFilePath(folder);
  const failure = (reason: PidFileProblem, sentence: string, cause?: unknown) =>
    new PidFileError(reason, path, sentence, { cause });
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((cause: unknown) => {
    const code = errorType(cause);
    throw code === 'ENOENT'
      ? failure('missing', `There is no PID file ${path}`, cause)
      : failure('unreadable', `The PID file ${path} cannot be read: ${code}`, cause);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw failure('invalid', `${path} is not a file`);
    if (isForeign(stats))
      throw failure('foreign', `The PID file ${path} belongs to user ${stats.uid}`);
    if (isExposed(stats)) throw failure('exposed', `The PID file ${path} is open to others`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    const { pid, port, token } = parse(buffer.toString('utf8', 0, bytesRead));
    if (isWithin(pid, 2 ** 31) && isWithin(port, 65_535) && isToken(token)) {
      return { pid, port, token };
    }
    throw failure('invalid', `${path} does not hold what a PID file holds`);
  } finally {
    await file.close();
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOrEmpty(JSON.parse(text));
  } catch {
    return {}; // the text may contain a token, so no error quotes it
  }
}

function isWithin(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}

/** Writes the file in one step, so that no reader sees a part of it. Rejects with a RuntimeFolderError. */
export async function writePidFile(folder: string, content: PidFile): Promise<void> {
  const path = pidFilePath(folder);
  const draft = `${path}.${process.pid}`;
  try {
    await rm(draft, { force: true });
    await writeFile(draft, `${JSON.stringify(content)}\n`, { flag: 'wx', mode: 0o600 });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    unusable(folder, 'cannot be written to')(cause);
  }
}

/** Remove the PID file; with a token, only the one that has it. Rejects with a RuntimeFolderError. */
export async function removePidFile(folder: string, token?: string): Promise<void> {
  if (token !== undefined) {
    const found = await readPidFile(folder).catch(() => undefined);
    if (found?.token !== token) return;
  }
  await rm(pidFilePath(folder), { force: true }).catch(unusable(folder, 'cannot be written to'));
}

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  /** Undefined if it holds the lock and has not said yet who it is. */
  readonly pid: number | undefined;
  readonly port: number | undefined;

  constructor({ pid, port }: Partial<PidFile> = {}) {
    super(
      pid === undefined
        ? 'Another sql-fun-server holds the lock'
        : `sql-fun-server is running already, as process ${pid} on port ${port}`,
    );
    this.pid = pid;
    this.port = port;
  }
}

export type Release = () => void;

/** Milliseconds for the holder of the lock to write its PID file, or to end. */
const PATIENCE = 10_000;
const PAUSE = 20;

/** Take the lock, or say who has it. Of several that begin at once, exactly one gets it. */
export async function becomePrimary(folder: string): Promise<Release> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const release = takeLock(folder);
    if (release !== undefined) return release;
    const other = await readPidFile(folder).catch(() => undefined);
    if (other !== undefined && isAlive(other.pid)) throw new AlreadyRunning(other);
    if (performance.now() > end) throw new AlreadyRunning();
    // Not in step: two that ask for it at the same moment may both be refused.
    await sleep(PAUSE + Math.random() * PAUSE);
  }
}

const SQLITE_BUSY = 5;

/** Take the lock for as long as this process lives; undefined if another process has it. The kernel frees it, also after kill -9. */
function takeLock(folder: string): Release | undefined {
  const path = join(folder, 'sql-fun-server.lock');
  let database: InstanceType<typeof DatabaseSync> | undefined;
  const release = (): void => {
    if (database?.isOpen === true) database.close();
  };
  try {
    // By ourselves, because SQLite does not say why it cannot.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is written, so there is nothing to keep a journal of.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return release;
  } catch (cause) {
    release();
    if ((cause as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    return unusable(folder, 'cannot hold the lock')(cause);
  }
}
