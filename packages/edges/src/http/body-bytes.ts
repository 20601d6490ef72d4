import type { IdText } from '@errata/core/internal';
import { Outline, tooLarge } from '../lines/index.js';
import type { Body, BodyProblem } from './http-messages.js';

/** How many times the limit a body may have and still be read, to find its id. */
export const READ_BEYOND = 4;

/** The bytes of a body as they come: kept up to the limit, beyond it only looked through for the id. */
export class BodyBytes {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #outline: Outline | undefined = undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk, and says whether more of them are wanted. */
  push(chunk: Uint8Array): boolean {
    this.#size += chunk.byteLength;
    if (this.#outline === undefined && this.#size > this.#maxBytes) {
      this.#outline = new Outline();
      for (const kept of this.#chunks.splice(0)) this.#outline.push(kept);
    }
    if (this.#outline === undefined) this.#chunks.push(chunk);
    else this.#outline.push(chunk);
    return this.#size <= READ_BEYOND * this.#maxBytes;
  }

  get isTooLarge(): boolean {
    return this.#outline !== undefined;
  }

  /** The body, or why there is none. Its id is certain only where it came in whole: there might be a second one. */
  finish(isWhole = true): Uint8Array | BodyProblem {
    const outline = this.#outline;
    const chunks = this.#chunks;
    const size = this.#size;
    if (outline !== undefined) {
      const { id, answerable } = tooLarge(isWhole ? outline.text : undefined);
      return { problem: 'too-large', ...(answerable && id !== undefined && { id }) };
    }
    if (chunks.length === 1) return chunks[0]!;
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    return whole;
  }
}

/** The id of a message that is refused without being parsed. */
export function idIn(body: Body): IdText | undefined {
  if (body === undefined) return undefined;
  const outline = new Outline();
  outline.push(typeof body === 'string' ? new TextEncoder().encode(body) : body);
  const { id, answerable } = tooLarge(outline.text);
  return answerable ? id : undefined;
}
