import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { rotate, type Rotation } from './journal-rotation.js';

/** The file behind a journal. Everything throws what the system says; the journal decides what to make of it. */
export interface JournalFile {
  /** See to it that the file is there and may be written. */
  open(): void;
  append(line: string): void;
  close(): void;
}

export interface JournalFileOptions extends Rotation {
  /** Who we are; a file of somebody else is refused. Undefined where users have no numbers. */
  readonly uid: number | undefined;
}

// Windows knows neither; there the look at the path before opening has to do.
const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** A named pipe in place of the file would block the open for ever without O_NONBLOCK. */
const FLAGS = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

const OWNER_ONLY = 0o600;

interface Open {
  readonly fd: number;
  readonly ino: number;
  readonly dev: number;
  /** Where our last line ended. If the file ends there too, nobody has written since. */
  end: number;
}

export function createJournalFile(options: JournalFileOptions): JournalFile {
  const { path, maxBytes, uid } = options;
  let opened: Open | undefined;

  const close = (): void => {
    const last = opened;
    opened = undefined;
    if (last !== undefined) closeSync(last.fd);
  };

  /** The file that has the name now: another process may have rotated it, or somebody removed it. */
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
    open: () => void current(),
    close,
    append(line) {
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

/** What is in the journal is for its owner: causes, stacks, contexts. */
function makeOurs(fd: number, stats: Stats, uid: number | undefined): void {
  if (!stats.isFile()) throw new Error('it is not a regular file');
  if (uid === undefined) return;
  // Whoever made the file may hold it open, whatever its mode says later.
  if (stats.uid !== uid) throw new Error(`it belongs to user ${stats.uid}, not to user ${uid}`);
  if ((stats.mode & 0o777) !== OWNER_ONLY) fchmodSync(fd, OWNER_ONLY);
}

function endsWithNewline(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === 0x0a;
}
