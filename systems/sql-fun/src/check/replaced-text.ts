/** A stretch of a text and what stands in its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It is a parameter of the source, such as `:name`. */
  readonly parameter?: boolean;
}

interface Placed extends Replacement {
  /** Where the replacement begins in the new text. */
  readonly at: number;
}

/** A part of a source in which stretches are replaced. Places of the new text lead back to the source. */
export class ReplacedText {
  readonly text: string;
  readonly #start: number;
  readonly #placed: readonly Placed[];

  /** The replacements are in order and do not overlap. */
  constructor(source: string, start: number, end: number, replacements: readonly Replacement[]) {
    const parts: string[] = [];
    const placed: Placed[] = [];
    let [from, at] = [start, 0];
    for (const one of replacements) {
      at += one.start - from;
      parts.push(source.slice(from, one.start), one.text);
      placed.push({ ...one, at });
      at += one.text.length;
      from = one.end;
    }
    parts.push(source.slice(from, end));
    this.text = parts.join('');
    this.#start = start;
    this.#placed = placed;
  }

  /** Where an offset of the new text is in the source; an offset within a replacement is where the stretch begins. */
  original(offset: number): number {
    const last = this.#lastBefore(offset);
    if (last === undefined) return this.#start + offset;
    const after = offset - last.at - last.text.length;
    return after < 0 ? last.start : last.end + after;
  }

  /** Whether a parameter of the source begins in a stretch of the new text. */
  hasParameter(start: number, end: number): boolean {
    const last = this.#lastBefore(end - 1);
    return last?.parameter === true && last.at >= start;
  }

  #lastBefore(offset: number): Placed | undefined {
    let [low, high] = [0, this.#placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#placed[middle]!.at <= offset) low = middle + 1;
      else high = middle;
    }
    // An empty replacement takes no place in the new text: what follows it comes after its end.
    return this.#placed[low - 1];
  }
}
