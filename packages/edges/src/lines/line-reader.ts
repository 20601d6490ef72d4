import type { Problem } from '@errata/core/internal';
import { Outline } from './outline.js';
import { tooLarge } from './too-large.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** What is allocated first for a line that comes in pieces, and the most that is held between two lines. */
const SMALL = 4096;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts chunks of bytes into lines. Bytes, because a chunk may end inside a character. A line is taken out only when it is
 * asked for, so that nothing is worked on while replies cannot be sent.
 */
export class LineReader {
  #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  /** How much of the first chunk is done. */
  #at = 0;
  /** The beginning of a line whose end has not come. It grows by doubling: a list of one-byte chunks would cost more than its bytes. */
  #partial = NOTHING;
  #length = 0;
  /** What is left of a line that is too long. */
  #outline: Outline | undefined = undefined;
  #ended = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the line that is being read is too long already. */
  get overlong(): boolean {
    return this.#outline !== undefined;
  }

  /** Allow longer lines from now on. */
  raise(maxBytes: number): void {
    this.#maxBytes = maxBytes;
  }

  /** How many bytes are set aside for the line that is being read. */
  get kept(): number {
    return this.#partial.length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length > 0) this.#chunks.push(chunk);
  }

  /** No more chunks: what is left is a line, with or without a newline. */
  end(): void {
    this.#ended = true;
  }

  /** The next line that is not empty, valid until the next call; or the problem with one that is too long. */
  next(): Uint8Array | Problem | undefined {
    for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[0]) {
      const newline = chunk.indexOf(NEWLINE, this.#at);
      const rest = chunk.subarray(this.#at, newline === -1 ? chunk.length : newline);
      this.#at = newline === -1 ? chunk.length : newline + 1;
      if (this.#at === chunk.length) {
        this.#chunks.shift();
        this.#at = 0;
      }
      if (newline === -1) {
        this.#keep(rest);
        continue;
      }
      const line = this.#finish(rest);
      if (line !== undefined) return line;
    }
    return this.#ended ? this.#finish(NOTHING) : undefined;
  }

  #finish(rest: Uint8Array): Uint8Array | Problem | undefined {
    const whole = this.#length === 0 && this.#outline === undefined;
    if (!whole || rest.length > this.#maxBytes) this.#keep(rest);
    const outline = this.#outline;
    const partial = this.#partial;
    const length = this.#length;
    this.#outline = undefined;
    this.#length = 0;
    if (partial.length > SMALL) this.#partial = NOTHING;
    if (outline !== undefined) return tooLarge(outline.text);
    const line = withoutReturn(length === 0 ? rest : partial.subarray(0, length));
    if (line.length > this.#maxBytes) return tooLarge(outlineOf(line).text);
    return line.length === 0 ? undefined : line;
  }

  #keep(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    // One more than the limit, because the last byte may turn out to be the `\r` of a line that fits.
    if (this.#outline === undefined && length > this.#maxBytes + 1) {
      this.#outline = outlineOf(this.#partial.subarray(0, this.#length));
      this.#partial = NOTHING;
      this.#length = 0;
    }
    if (this.#outline !== undefined) return this.#outline.push(bytes);
    if (length > this.#partial.length) this.#grow(length);
    this.#partial.set(bytes, this.#length);
    this.#length = length;
  }

  #grow(length: number): void {
    const size = Math.max(length, Math.min(this.#partial.length * 2, this.#maxBytes + 1), SMALL);
    const grown = Buffer.allocUnsafeSlow(size);
    grown.set(this.#partial.subarray(0, this.#length));
    this.#partial = grown;
  }
}

function outlineOf(bytes: Uint8Array): Outline {
  const outline = new Outline();
  outline.push(bytes);
  return outline;
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
