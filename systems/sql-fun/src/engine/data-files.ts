import { BaseFilesystem, ERRNO_CODES, type FsStats } from '@electric-sql/pglite/basefs';
import { FileContent, PAGE } from './file-content.js';
import type { StoredFile } from './snapshot.js';

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
  changed: number;
  readonly content: FileContent;
}

type Node = Directory | File;

/** The arguments of read and write: file, buffer, offset in the buffer, length, position in the file. */
type Transfer = Parameters<BaseFilesystem['read']>;

/** The data folder of one PostgreSQL, from a snapshot. What is written stays in memory, so opening copies nothing. */
export class DataFiles extends BaseFilesystem {
  readonly #nodes = new Map<string, Node>([['', { mode: DIRECTORY | 0o700, names: new Set() }]]);
  readonly #open = new Map<number, File>();
  #lastNumber = 0;

  /** `descriptor` is that of the open snapshot. Without one, there are no files yet. */
  constructor(descriptor = -1, stored: readonly StoredFile[] = []) {
    super();
    for (const { path, mode, size, at, length } of stored) {
      if (size === undefined) this.#add(path, { mode, names: new Set() });
      else this.#add(path, fileOf(mode, new FileContent(size, { descriptor, at, length })));
    }
  }

  /** All files and directories, each directory before its entries. */
  *entries(): Generator<readonly [path: string, mode: number, bytes: Uint8Array | undefined]> {
    for (const [path, node] of this.#nodes) {
      if (path !== '') yield [path, node.mode, 'names' in node ? undefined : bytesOf(node)];
    }
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
    this.#findFile(path).content.truncate(size);
  }

  /** Makes a file. PGlite makes empty ones only. */
  override writeFile(
    path: string,
    data: string | Uint8Array,
    { mode = 0o600 }: { mode?: number } = {},
  ): void {
    const content = new FileContent();
    content.write(Buffer.from(data as Uint8Array), 0);
    this.#add(keyOf(path), fileOf(FILE | (mode & 0o7777), content));
  }

  override read(...[number, buffer, offset, length, position]: Transfer): number {
    const { content } = this.#opened(number);
    try {
      return content.read(buffer.subarray(offset, offset + length), position);
    } catch {
      throw failure(EIO); // PGlite takes nothing but the number
    }
  }

  /** PGlite gives an ArrayBuffer, whatever its types say. */
  override write(...[number, buffer, offset, length, position]: Transfer): number {
    const file = this.#opened(number);
    file.content.write(new Uint8Array(buffer as unknown as ArrayBuffer, offset, length), position);
    file.changed = Date.now();
    return length;
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

const fileOf = (mode: number, content: FileContent): File => ({ mode, changed: 0, content });

function bytesOf({ content }: File): Uint8Array {
  const bytes = new Uint8Array(content.size);
  content.read(bytes, 0);
  return bytes;
}

function statsOf(node: Node): FsStats {
  const size = 'names' in node ? 0 : node.content.size;
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
