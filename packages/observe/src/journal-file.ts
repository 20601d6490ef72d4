import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse } from 'node:path';

interface JournalFileOptions extends Rotation {
  /** Our user id; the file of another user is refused. Undefined on systems without user ids. */
  readonly uid: number | undefined;
}

// Windows has neither; there the check of the path before opening has to suffice.
const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Without O_NONBLOCK, a named pipe in place of the file would block the open forever. */
const FLAGS = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

const OWNER_ONLY = 0o600;

interface Open {
  readonly fd: number;
  readonly ino: number;
  readonly dev: number;
  /** Where our last line ended. If the file ends there too, no other process has written since. */
  end: number;
}

/** The file behind a journal. Errors of the system are thrown; the journal handles them. */
export function createJournalFile(options: JournalFileOptions) {
  const { path, maxBytes, uid } = options;
  let opened: Open | undefined;

  const close = (): void => {
    const last = opened;
    opened = undefined;
    if (last !== undefined) closeSync(last.fd);
  };

  /** The file that has the name now: another process may have rotated or removed ours. */
  const current = (): { file: Open; size: number } => {
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen?.isSymbolicLink() === true) throw new Error('it is a symbolic link');
    if (opened !== undefined && seen?.ino === opened.ino && seen.dev === opened.dev) {
      return { file: opened, size: seen.size };
    }
    close();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fd = openSync(path, FLAGS, OWNER_ONLY);
    try {
      const stats = fstatSync(fd);
      makeOurs(fd, stats, uid);
      opened = { fd, ino: stats.ino, dev: stats.dev, end: -1 };
      return { file: opened, size: stats.size };
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  };

  return {
    /** Makes sure that the file exists and can be written. */
    open: () => void current(),
    close,
    append(line: string) {
      let { file, size } = current();
      const length = Buffer.byteLength(line) + 1;
      if (size > 0 && size + length > maxBytes) {
        rotate(options, file);
        ({ file, size } = current());
      }
      // A writer that was killed, or a disk that was full, may have left half a line: ours starts on a new one. A line that
      // another process is still writing looks the same; then one line stays empty, and readers pass over it.
      const torn = size !== file.end && !endsWithNewline(file.fd, size);
      const bytes = Buffer.from(`${torn ? '\n' : ''}${line}\n`);
      file.end = -1;
      // One write per line: with O_APPEND the lines of several processes come one after the other.
      const written = writeSync(file.fd, bytes);
      if (written < bytes.length) throw new Error('the disk is full');
      file.end = size + written;
    },
  };
}

/** Only the owner may read the journal: it has causes, stacks, contexts. */
function makeOurs(fd: number, stats: Stats, uid: number | undefined): void {
  if (!stats.isFile()) throw new Error('it is not a regular file');
  if (uid === undefined) return;
  // The user who created the file may hold it open, even if its mode changes later.
  if (stats.uid !== uid) throw new Error(`it belongs to user ${stats.uid}, not to user ${uid}`);
  if ((stats.mode & 0o777) !== OWNER_ONLY) fchmodSync(fd, OWNER_ONLY);
}

function endsWithNewline(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === 0x0a;
}

interface Rotation {
  readonly path: string;
  readonly maxBytes: number;
  /** How many files there are at most, the current one included. */
  readonly files: number;
}

/** A rotation takes milliseconds; a lock of this age was left by a process that died in the middle of one. */
const STALE_MS = 10_000;

/**
 * Move the full file out of the way. Several processes may find it full at once, and the second to move would move the
 * first one's new file over the old one. A lock prevents that; a process that does not get it keeps writing to the full file.
 */
function rotate({ path, files }: Rotation, full: { ino: number; dev: number }): void {
  const lock = `${path}.lock`;
  if (!take(lock)) return;
  try {
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen?.ino !== full.ino || seen.dev !== full.dev) return; // somebody was faster
    for (let number = files - 1; number > 0; number--) {
      moveIfThere(rotatedPath(path, number - 1), rotatedPath(path, number));
    }
    if (files === 1) rmSync(path);
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (found !== undefined) {
    // A lock from the future, after the clock was set back, is no better than an old one.
    if (Math.abs(Date.now() - found.mtimeMs) < STALE_MS) return false;
    rmSync(lock, { force: true });
  }
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The default place of the journal: `$ERRATA_JOURNAL`, else the place that XDG has for state. */
export function defaultJournalPath(env: Readonly<Record<string, string | undefined>>): string {
  const path = env['ERRATA_JOURNAL'] ?? '';
  if (path !== '') return path;
  const state = env['XDG_STATE_HOME'] ?? '';
  // XDG Base Directory: a path that is not absolute is to be ignored.
  if (isAbsolute(state)) return join(state, 'errata', 'journal.jsonl');
  const home = env['HOME'] ?? '';
  return join(home === '' ? homedir() : home, '.local', 'state', 'errata', 'journal.jsonl');
}

/** The name of an older file: `journal.jsonl` becomes `journal.1.jsonl`. Number 0 is the current one. */
export function rotatedPath(path: string, number: number): string {
  if (number === 0) return path;
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.${number}${ext}`);
}
