import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

export type Notes = Readonly<Record<string, unknown>>;

export interface StoredFile {
  readonly path: string;
  readonly mode: number;
  readonly size?: number;
  readonly at: number;
  /** Less than its size where it ends in zeros. */
  readonly length: number;
}

/** Behind the contents of all files. */
interface Index {
  readonly notes: Notes;
  readonly files: readonly StoredFile[];
}

/** Bytes of the place of the index, which come last. */
const TAIL = 8;

/** A database in one file, and its descriptor, which the caller closes. Undefined if there is none, or only a part of one. */
export function openSnapshot(path: string) {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new RangeError('not a file');
    const { size } = stats;
    const place = Number(bytesOf(descriptor, size - TAIL, TAIL).readBigUInt64LE());
    const index = bytesOf(descriptor, place, size - TAIL - place).toString();
    return { ...(JSON.parse(index) as Index), descriptor };
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    const isPart = error instanceof SyntaxError || error instanceof RangeError;
    if (isPart || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function bytesOf(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(descriptor, bytes, 0, length, position) < length) throw new RangeError('too short');
  return bytes;
}

type Entry = readonly [path: string, mode: number, content: Uint8Array | undefined];

export function writeSnapshot(file: string, entries: Iterable<Entry>, notes: Notes): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    let at = 0;
    const files: StoredFile[] = [];
    for (const [path, mode, content] of entries) {
      const length = content === undefined ? 0 : lengthWithoutZeros(content);
      files.push({ path, mode, ...(content && { size: content.length }), at, length });
      if (length > 0) writeAll(descriptor, content!.subarray(0, length));
      at += length;
    }
    writeAll(descriptor, Buffer.from(JSON.stringify({ notes, files })));
    const tail = Buffer.alloc(TAIL);
    tail.writeBigUInt64LE(BigInt(at));
    writeAll(descriptor, tail);
    // Or a crash of the machine leaves a file of full length with holes.
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function lengthWithoutZeros(content: Uint8Array): number {
  let length = content.length;
  while (length > 0 && content[length - 1] === 0) length -= 1;
  return length;
}

/** A disk that gets full takes a part first, and refuses the next. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}
