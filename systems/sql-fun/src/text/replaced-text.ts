import { lastAtOrBefore } from './source-text.js';
import type { Span } from './split-statements.js';

/** A stretch of a text and what stands in its place. */
export interface Replacement extends Span {
  readonly text: string;
}

/** A part of a source in which stretches are replaced. Places of the new text lead back to the source. */
export class ReplacedText<R extends Replacement = Replacement> {
  readonly text: string;
  readonly #start: number;
  readonly #replacements: readonly R[];
  /** Where each replacement begins in the new text. */
  readonly #places: readonly number[];

  /** The replacements are in order and do not overlap. */
  constructor(source: string, replacements: readonly R[], part?: Span) {
    const { start, end } = part ?? { start: 0, end: source.length };
    const parts: string[] = [];
    const places: number[] = [];
    let [from, at] = [start, 0];
    for (const one of replacements) {
      at += one.start - from;
      places.push(at);
      parts.push(source.slice(from, one.start), one.text);
      at += one.text.length;
      from = one.end;
    }
    this.text = parts.join('') + source.slice(from, end);
    this.#start = start;
    this.#replacements = replacements;
    this.#places = places;
  }

  /** Where an offset of the new text is in the source; an offset within a replacement is where the stretch begins. */
  original(offset: number): number {
    const index = lastAtOrBefore(this.#places, offset);
    const last = this.#replacements[index];
    if (last === undefined) return this.#start + offset;
    const after = offset - this.#places[index]! - last.text.length;
    return after < 0 ? last.start : last.end + after;
  }

  /** The last replacement that begins in a stretch of the new text. */
  lastWithin({ start, end }: Span): R | undefined {
    const index = lastAtOrBefore(this.#places, end - 1);
    return this.#places[index]! >= start ? this.#replacements[index] : undefined;
  }
}
