import { readSync } from 'node:fs';
import { posix } from 'node:path';
import { BaseFilesystem, ERRNO_CODES, type FsStats } from '@electric-sql/pglite/basefs';
import type { StoredFile } from './snapshot.js';

const DIRECTORY = 0o040000;
const FILE = 0o100000;
/** Emscripten's number; PGlite does not export it. */
const EIO = 29;

/** A directory, or a file. Its bytes are read from the snapshot when they are first needed. */
class Entry {
  mode: number;
  changed = 0;
  size: number;
  /** Of a directory. */
  readonly names: Set<string> | undefined;
  readonly #descriptor: number;
  readonly #stored: StoredFile | undefined;
  #bytes: Uint8Array | undefined;

  constructor(mode: number, descriptor = -1, stored?: StoredFile) {
    this.mode = mode;
    this.names = (mode & DIRECTORY) > 0 ? new Set() : undefined;
    this.size = stored?.size ?? 0;
    this.#descriptor = descriptor;
    this.#stored = stored;
  }

  /** Fills `into` from a position; returns how many bytes there are. Throws if the snapshot cannot be read. */
  read(into: Uint8Array, position: number): number {
    const end = Math.min(this.size, position + into.length);
    const found = this.#content().subarray(position, Math.max(position, end));
    into.set(found);
    return found.length;
  }

  write(from: Uint8Array, position: number): void {
    if (from.length === 0) return;
    const end = position + from.length;
    this.#content(end).set(from, position);
    this.size = Math.max(this.size, end);
  }

  truncate(size: number): void {
    this.#content(size).fill(0, size);
    this.size = size;
  }

  /** All bytes, with room for so many; zeros are behind the end of the file. */
  #content(room = this.size): Uint8Array {
    let bytes = this.#bytes ?? this.#load();
    if (room > bytes.length) {
      const longer = new Uint8Array(Math.max(room, 2 * bytes.length));
      longer.set(bytes);
      bytes = longer;
    }
    return (this.#bytes = bytes);
  }

  #load(): Uint8Array {
    const { at = 0, length = 0 } = this.#stored ?? {};
    const bytes = new Uint8Array(this.size);
    if (length > 0 && readSync(this.#descriptor, bytes, 0, length, at) < length) {
      throw new Error('the snapshot is too short');
    }
    return bytes;
  }
}

/** The arguments of read and write: file, buffer, offset in the buffer, length, position in the file. */
type Transfer = Parameters<BaseFilesystem['read']>;

/** The data folder of one PostgreSQL, from a snapshot. What is written stays in memory, so opening copies nothing. */
export class DataFiles extends BaseFilesystem {
  readonly #entries = new Map([['/', new Entry(DIRECTORY | 0o700)]]);
  readonly #open = new Map<number, Entry>();
  #lastNumber = 0;

  /** `descriptor` is that of the open snapshot. Without one, there are no files yet. */
  constructor(descriptor = -1, stored: readonly StoredFile[] = []) {
    super();
    for (const one of stored) this.#add(keyOf(one.path), new Entry(one.mode, descriptor, one));
  }

  *entries(): Generator<readonly [path: string, mode: number, bytes: Uint8Array | undefined]> {
    for (const [key, entry] of this.#entries) {
      if (key === '/') continue;
      const bytes = entry.names ? undefined : new Uint8Array(entry.size);
      if (bytes !== undefined) entry.read(bytes, 0);
      yield [key.slice(1), entry.mode, bytes];
    }
  }

  override chmod(path: string, mode: number): void {
    const entry = this.#find(path);
    entry.mode = (entry.mode & ~0o7777) | (mode & 0o7777);
  }

  override open(path: string): number {
    this.#open.set(++this.#lastNumber, this.#findFile(path));
    return this.#lastNumber;
  }

  override close(number: number): void {
    this.#open.delete(number);
  }

  override lstat(path: string): FsStats {
    return statsOf(this.#find(path));
  }

  override fstat(number: number): FsStats {
    return statsOf(this.#opened(number));
  }

  override readdir(path: string): string[] {
    return ['.', '..', ...this.#namesIn(path)];
  }

  override mkdir(path: string, { mode = 0o700 }: { mode?: number } = {}): void {
    this.#add(keyOf(path), new Entry(DIRECTORY | (mode & 0o7777)));
  }

  override rmdir(path: string): void {
    if (this.#namesIn(path).size > 0) throw failure('ENOTEMPTY');
    this.#remove(keyOf(path));
  }

  override rename(from: string, to: string): void {
    // PostgreSQL renames files, and directories only of databases and tablespaces, which no dump makes here.
    const file = this.#findFile(from);
    this.#remove(keyOf(from));
    this.#remove(keyOf(to));
    this.#add(keyOf(to), file);
  }

  override unlink(path: string): void {
    this.#findFile(path);
    this.#remove(keyOf(path));
  }

  override utimes(): void {
    // PostgreSQL does not ask for times that it set.
  }

  override truncate(path: string, size: number): void {
    this.#findFile(path).truncate(size);
  }

  /** Makes a file. PGlite makes empty ones only. */
  override writeFile(path: string, data: string | Uint8Array, options?: { mode?: number }): void {
    const file = new Entry(FILE | ((options?.mode ?? 0o600) & 0o7777));
    file.write(Buffer.from(data as Uint8Array), 0);
    this.#add(keyOf(path), file);
  }

  override read(...[number, buffer, offset, length, position]: Transfer): number {
    const file = this.#opened(number);
    try {
      return file.read(buffer.subarray(offset, offset + length), position);
    } catch {
      throw failure(EIO); // PGlite takes nothing but the number
    }
  }

  /** PGlite gives an ArrayBuffer, whatever its types say. */
  override write(...[number, buffer, offset, length, position]: Transfer): number {
    const file = this.#opened(number);
    file.write(new Uint8Array(buffer as unknown as ArrayBuffer, offset, length), position);
    file.changed = Date.now();
    return length;
  }

  #find(path: string): Entry {
    const entry = this.#entries.get(keyOf(path));
    if (entry === undefined) throw failure('ENOENT');
    return entry;
  }

  #findFile(path: string): Entry {
    const entry = this.#find(path);
    if (entry.names !== undefined) throw failure('EISDIR');
    return entry;
  }

  #namesIn(path: string): Set<string> {
    const { names } = this.#find(path);
    if (names === undefined) throw failure('ENOTDIR');
    return names;
  }

  #opened(number: number): Entry {
    const file = this.#open.get(number);
    if (file === undefined) throw failure('EBADF');
    return file;
  }

  #add(key: string, entry: Entry): void {
    if (this.#entries.has(key)) throw failure('EEXIST');
    this.#namesIn(posix.dirname(key)).add(posix.basename(key));
    this.#entries.set(key, entry);
  }

  #remove(key: string): void {
    if (this.#entries.delete(key)) this.#namesIn(posix.dirname(key)).delete(posix.basename(key));
  }
}

/** `/base/5/1259`. */
const keyOf = (path: string): string => posix.resolve('/', path);

function statsOf({ mode, size, changed: time }: Entry): FsStats {
  const same = { dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 8192 };
  const blocks = Math.ceil(size / 512);
  return { ...same, mode, size, blocks, atime: time, mtime: time, ctime: time };
}

/** PGlite takes the number from `code`. */
function failure(code: keyof typeof ERRNO_CODES | number): Error {
  const number = typeof code === 'number' ? code : ERRNO_CODES[code];
  return Object.assign(new Error(`file system error ${code}`), { code: number });
}
