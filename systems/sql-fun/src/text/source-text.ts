import type { Place } from './place.js';

/** A text in which places are looked up: by byte of its UTF-8, as the parser counts, or by character. */
export class SourceText {
  readonly text: string;
  readonly #plain: boolean;
  #lines: number[] | undefined;
  // Where the last lookup ended. Lookups come in the order of the text, so that the next one is near.
  #byte = 0;
  #offset = 0;

  constructor(text: string) {
    this.text = text;
    this.#plain = isAscii(text);
  }

  /** The place of a byte. */
  place(byte: number): Place {
    return this.placeAt(this.offset(byte));
  }

  /** The offset, in UTF-16 units, of a byte. */
  offset(byte: number): number {
    const { text } = this;
    if (this.#plain) return clamp(byte, text.length);
    let [at, offset] = byte < this.#byte ? [0, 0] : [this.#byte, this.#offset];
    while (offset < text.length) {
      const point = text.codePointAt(offset)!;
      const next = at + utf8Length(point);
      if (next > byte) break;
      at = next;
      offset += point > 0xffff ? 2 : 1;
    }
    this.#byte = at;
    this.#offset = offset;
    return offset;
  }

  /** The offset, in UTF-16 units, of a character: what the parser's errors are counted in. */
  offsetOfCharacter(character: number): number {
    const { text } = this;
    if (this.#plain) return clamp(character, text.length);
    let offset = 0;
    for (let n = 0; n < character && offset < text.length; n++) {
      offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
    }
    return offset;
  }

  /** How many characters are before an offset in UTF-16 units. */
  charactersBefore(offset: number): number {
    return this.#plain ? offset : characters(this.text, 0, offset);
  }

  /** The place of an offset in UTF-16 units. */
  placeAt(offset: number): Place {
    const line = this.lineAt(offset);
    const column = characters(this.text, this.#starts[line - 1]!, offset) + 1;
    return { offset, line, column };
  }

  /** The line of an offset in UTF-16 units, counted from 1. */
  lineAt(offset: number): number {
    return lastAtOrBefore(this.#starts, offset) + 1;
  }

  get #starts(): readonly number[] {
    return (this.#lines ??= lineStarts(this.text));
  }
}

const isAscii = (text: string) => !/[^\u0000-\u007f]/.test(text);

const clamp = (at: number, length: number) => Math.min(Math.max(at, 0), length);

/** A half of a pair that stands alone is written as U+FFFD. */
function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last number that is not above a value; −1 where all are. */
export function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function characters(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; count++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return count;
}
