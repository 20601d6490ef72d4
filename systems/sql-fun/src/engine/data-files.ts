import { readSync } from 'node:fs';
import { BaseFilesystem, ERRNO_CODES, type FsStats } from '@electric-sql/pglite/basefs';
import type { StoredFile } from './snapshot.js';

/** Written content is kept in pieces of this many bytes, as PostgreSQL writes it. */
const PAGE = 8192;
const DIRECTORY = 0o040000;
const FILE = 0o100000;
/** Emscripten's number; PGlite does not export it. */
const EIO = 29;

interface Directory {
  mode: number;
  readonly names: Set<string>;
}

interface File {
  mode: number;
  size: number;
  changed: number;
  /** Its first bytes are in the snapshot; behind them it has zeros. */
  stored: { readonly at: number; length: number };
  /** What was written since, by number of the page. */
  readonly pages: Map<number, Uint8Array>;
}

type Node = Directory | File;

/**
 * The data folder of one PostgreSQL: files of a snapshot, and in memory what is written.
 * Nobody else sees the writing, and opening copies nothing.
 */
export class DataFiles extends BaseFilesystem {
  /** The open snapshot; undefined where the database is new. */
  readonly #snapshot: number | undefined;
  readonly #nodes = new Map<string, Node>([['', { mode: DIRECTORY | 0o700, names: new Set() }]]);
  readonly #open = new Map<number, File>();
  #lastNumber = 0;

  constructor(snapshot?: number, stored: readonly StoredFile[] = []) {
    super();
    this.#snapshot = snapshot;
    for (const { path, mode, size, at, length } of stored) {
      this.#add(
        path,
        size === undefined
          ? { mode, names: new Set() }
          : { mode, size, changed: 0, stored: { at, length }, pages: new Map() },
      );
    }
  }

  /** All of them, each directory before what it has. */
  *entries(): Generator<readonly [path: string, mode: number, content: Uint8Array | undefined]> {
    for (const [path, node] of this.#nodes) {
      if (path !== '') yield [path, node.mode, 'names' in node ? undefined : this.#contentOf(node)];
    }
  }

  #contentOf(file: File): Uint8Array {
    const content = new Uint8Array(file.size);
    this.#read(file, content, 0);
    return content;
  }

  override chmod(path: string, mode: number): void {
    const node = this.#find(path);
    node.mode = (node.mode & ~0o7777) | (mode & 0o7777);
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
    return ['.', '..', ...this.#findDirectory(path).names];
  }

  override mkdir(path: string, { mode = 0o700 }: { mode?: number } = {}): void {
    this.#add(keyOf(path), { mode: DIRECTORY | (mode & 0o7777), names: new Set() });
  }

  override rmdir(path: string): void {
    if (this.#findDirectory(path).names.size > 0) throw failure('ENOTEMPTY');
    this.#remove(keyOf(path));
  }

  override rename(from: string, to: string): void {
    const node = this.#find(from);
    // PostgreSQL renames files, and directories only of databases and tablespaces, which no dump makes here.
    if ('names' in node) throw failure('EISDIR');
    this.#remove(keyOf(from));
    this.#remove(keyOf(to));
    this.#add(keyOf(to), node);
  }

  override unlink(path: string): void {
    this.#findFile(path);
    this.#remove(keyOf(path));
  }

  override utimes(): void {
    // PostgreSQL does not ask for times that it set.
  }

  override truncate(path: string, size: number): void {
    const file = this.#findFile(path);
    file.stored.length = Math.min(file.stored.length, size);
    for (const [number, page] of file.pages) {
      const start = number * PAGE;
      if (start >= size) file.pages.delete(number);
      else if (start + PAGE > size) page.fill(0, size - start);
    }
    file.size = size;
  }

  /** Makes a file. PGlite makes empty ones only. */
  override writeFile(
    path: string,
    data: string | Uint8Array,
    { mode = 0o600 }: { mode?: number } = {},
  ): void {
    const bytes = Buffer.from(data as Uint8Array);
    const stored = { at: 0, length: 0 };
    const file = { mode: FILE | (mode & 0o7777), size: 0, changed: 0, stored, pages: new Map() };
    this.#add(keyOf(path), file);
    this.#write(file, bytes, 0);
  }

  override read(
    number: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number {
    const file = this.#opened(number);
    const most = Math.max(0, Math.min(length, file.size - position));
    this.#read(file, buffer.subarray(offset, offset + most), position);
    return most;
  }

  /** PGlite gives an ArrayBuffer, whatever its types say. */
  override write(
    number: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number {
    const bytes = new Uint8Array(buffer as unknown as ArrayBuffer, offset, length);
    this.#write(this.#opened(number), bytes, position);
    return length;
  }

  #read(file: File, into: Uint8Array, position: number): void {
    for (const [number, start, piece] of piecesOf(into, position)) {
      const page = file.pages.get(number);
      if (page === undefined) this.#readStored(file, piece, number * PAGE + start);
      else piece.set(page.subarray(start, start + piece.length));
    }
  }

  #readStored({ stored }: File, into: Uint8Array, position: number): void {
    const length = Math.max(0, Math.min(into.length, stored.length - position));
    into.fill(0, length);
    if (length === 0) return;
    try {
      if (readSync(this.#snapshot!, into, 0, length, stored.at + position) === length) return;
    } catch {
      // PostgreSQL reports it, and the number is all that it is told.
    }
    throw failure(EIO);
  }

  #write(file: File, from: Uint8Array, position: number): void {
    for (const [number, start, piece] of piecesOf(from, position)) {
      let page = file.pages.get(number);
      if (page === undefined) {
        page = new Uint8Array(PAGE);
        if (piece.length < PAGE) this.#readStored(file, page, number * PAGE);
        file.pages.set(number, page);
      }
      page.set(piece, start);
    }
    file.size = Math.max(file.size, position + from.length);
    file.changed = Date.now();
  }

  #find(path: string): Node {
    const node = this.#nodes.get(keyOf(path));
    if (node === undefined) throw failure('ENOENT');
    return node;
  }

  #findFile(path: string): File {
    const node = this.#find(path);
    if ('names' in node) throw failure('EISDIR');
    return node;
  }

  #findDirectory(path: string): Directory {
    const node = this.#find(path);
    if (!('names' in node)) throw failure('ENOTDIR');
    return node;
  }

  #opened(number: number): File {
    const file = this.#open.get(number);
    if (file === undefined) throw failure('EBADF');
    return file;
  }

  #add(key: string, node: Node): void {
    if (this.#nodes.has(key)) throw failure('EEXIST');
    const { parent, name } = splitKey(key);
    this.#findDirectory(parent).names.add(name);
    this.#nodes.set(key, node);
  }

  #remove(key: string): void {
    if (!this.#nodes.delete(key)) return;
    const { parent, name } = splitKey(key);
    this.#findDirectory(parent).names.delete(name);
  }
}

/** `base/5/1259`; paths of PGlite begin with a slash. */
const keyOf = (path: string): string => path.replace(/^\/+/, '');

function splitKey(key: string): { readonly parent: string; readonly name: string } {
  const end = key.lastIndexOf('/');
  return { parent: key.slice(0, Math.max(0, end)), name: key.slice(end + 1) };
}

/** Cuts bytes at a position of a file into pieces that each lie in one page. */
function* piecesOf(
  bytes: Uint8Array,
  position: number,
): Generator<readonly [page: number, start: number, piece: Uint8Array]> {
  for (let done = 0; done < bytes.length;) {
    const start = (position + done) % PAGE;
    const piece = bytes.subarray(done, done + PAGE - start);
    yield [Math.floor((position + done) / PAGE), start, piece];
    done += piece.length;
  }
}

function statsOf(node: Node): FsStats {
  const size = 'names' in node ? 0 : node.size;
  const time = 'names' in node ? 0 : node.changed;
  const { mode } = node;
  const same = { dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: PAGE };
  const blocks = Math.ceil(size / 512);
  return { ...same, mode, size, blocks, atime: time, mtime: time, ctime: time };
}

/** PGlite takes the number from `code`. */
function failure(code: keyof typeof ERRNO_CODES | number): Error {
  const number = typeof code === 'number' ? code : ERRNO_CODES[code];
  return Object.assign(new Error(`file system error ${code}`), { code: number });
}
