import { readSync } from 'node:fs';

/** Written bytes are kept in pieces of this size, the one in which PostgreSQL writes. */
export const PAGE = 8192;

/** Where the first bytes of a file are in a snapshot. */
export interface StoredBytes {
  readonly descriptor: number;
  readonly at: number;
  readonly length: number;
}

/** The bytes of a file: those of a snapshot, then zeros, and over both the pages that were written since. */
export class FileContent {
  #size: number;
  #stored: StoredBytes | undefined;
  readonly #pages = new Map<number, Uint8Array>();

  constructor(size = 0, stored?: StoredBytes) {
    this.#size = size;
    this.#stored = stored;
  }

  get size(): number {
    return this.#size;
  }

  /** Fills `into` from a position; returns how many bytes there are. Throws where the snapshot cannot be read. */
  read(into: Uint8Array, position: number): number {
    const length = Math.max(0, Math.min(into.length, this.#size - position));
    for (const [number, start, piece] of piecesOf(into.subarray(0, length), position)) {
      const page = this.#pages.get(number);
      if (page === undefined) this.#readStored(piece, number * PAGE + start);
      else piece.set(page.subarray(start, start + piece.length));
    }
    return length;
  }

  write(from: Uint8Array, position: number): void {
    for (const [number, start, piece] of piecesOf(from, position)) {
      let page = this.#pages.get(number);
      if (page === undefined) {
        page = new Uint8Array(PAGE);
        if (piece.length < PAGE) this.#readStored(page, number * PAGE);
        this.#pages.set(number, page);
      }
      page.set(piece, start);
    }
    if (from.length > 0) this.#size = Math.max(this.#size, position + from.length);
  }

  truncate(size: number): void {
    const stored = this.#stored;
    this.#stored = stored && { ...stored, length: Math.min(stored.length, size) };
    for (const [number, page] of this.#pages) {
      const start = number * PAGE;
      if (start >= size) this.#pages.delete(number);
      else if (start + PAGE > size) page.fill(0, size - start);
    }
    this.#size = size;
  }

  #readStored(into: Uint8Array, position: number): void {
    const { descriptor, at, length: all } = this.#stored ?? { descriptor: -1, at: 0, length: 0 };
    const length = Math.max(0, Math.min(into.length, all - position));
    into.fill(0, length);
    if (length > 0 && readSync(descriptor, into, 0, length, at + position) < length) {
      throw new Error('the snapshot is too short');
    }
  }
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
