/** Where something is in a text. Counted in characters as people count them, from 1; `offset` is in UTF-16 units, from 0. */
export interface TextPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text in which places are looked up: by byte of its UTF-8, as the parser counts, or by character. Offsets are UTF-16 units. */
export class SourceText {
  readonly text: string;
  readonly #plain: boolean;
  #lines: number[] | undefined;
  // Where the last lookups ended. They come in the order of the text, so that the next one is near.
  #byte = 0;
  #offset = 0;
  #place: TextPosition = { offset: 0, line: 1, column: 1 };

  constructor(text: string) {
    this.text = text;
    this.#plain = !/[^\u0000-\u007f]/.test(text);
  }

  offset(byte: number): number {
    const { text } = this;
    if (this.#plain) return clamp(byte, text.length);
    let [at, offset] = byte < this.#byte ? [0, 0] : [this.#byte, this.#offset];
    while (offset < text.length) {
      const point = text.codePointAt(offset)!;
      // A lone half of a pair is written as U+FFFD.
      const next = at + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
      if (next > byte) break;
      at = next;
      offset += point > 0xffff ? 2 : 1;
    }
    [this.#byte, this.#offset] = [at, offset];
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

  charactersBefore(offset: number): number {
    return this.#plain ? offset : characters(this.text, 0, offset);
  }

  placeAt(offset: number): TextPosition {
    const line = this.lineAt(offset);
    const isBehind = line === this.#place.line && offset >= this.#place.offset;
    const from = isBehind ? this.#place : { offset: this.#starts[line - 1]!, column: 1 };
    const column = from.column + characters(this.text, from.offset, offset);
    return (this.#place = { offset, line, column });
  }

  lineAt(offset: number): number {
    return lastAtOrBefore(this.#starts, offset) + 1;
  }

  get #starts(): readonly number[] {
    return (this.#lines ??= lineStarts(this.text));
  }
}

const clamp = (at: number, length: number) => Math.min(Math.max(at, 0), length);

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last number that is not above a value; −1 where all are. */
function lastAtOrBefore(sorted: readonly number[], value: number): number {
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

export interface Replacement extends Span {
  readonly text: string;
}

/** A part of a source in which stretches are replaced. Places of the new text lead back to the source. */
export class ReplacedText<R extends Replacement = Replacement> {
  readonly text: string;
  readonly #start: number;
  readonly #replacements: readonly R[];
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

  lastWithin({ start, end }: Span): R | undefined {
    const index = lastAtOrBefore(this.#places, end - 1);
    return this.#places[index]! >= start ? this.#replacements[index] : undefined;
  }
}
