/** The text that replaces a secret. */
export const REDACTED = '[REDACTED]';

/** Positions read so far. Tests bound it: the work must grow with the text and never faster. */
export interface Steps {
  count: number;
}

/** The first position from `from` on that fits; it depends on the text alone, not on who asks. */
export type Search = (scan: Scan, from: number) => number;

/** The first character of a class, or the end of the text. */
export function firstOf(stop: RegExp): Search {
  return ({ text }, from) => {
    stop.lastIndex = from;
    return stop.test(text) ? stop.lastIndex - 1 : text.length;
  };
}

/**
 * One text under search. All finders read the same original text and only add spans, so that no finder can hide a
 * secret from the next one by masking half of it.
 */
export class Scan {
  /** Parts to mask, as flat pairs of start and end. */
  readonly spans: number[] = [];
  readonly #answers = new Map<Search, { from: number; found: number }>();

  readonly text: string;
  readonly steps: Steps;
  /** Whether a plain word behind a sensitive name belongs to the author of the sentence, not to a value in it. */
  readonly isOwnWord: (word: string) => boolean;

  constructor(text: string, steps: Steps, isOwnWord: (word: string) => boolean = () => false) {
    this.text = text;
    this.steps = steps;
    this.isOwnWord = isOwnWord;
  }

  /** Overlapping spans that come in order grow into one, so that a repetitive text costs no memory. */
  mask(from: number, to: number): void {
    const { spans } = this;
    const last = spans.length - 1;
    if (last > 0 && (spans[last] as number) >= from && (spans[last - 1] as number) <= from)
      spans[last] = Math.max(spans[last] as number, to);
    else spans.push(from, to);
  }

  /** Keeps the answer until the questions pass it: whatever repeats in a text, each search reads it once. */
  next(search: Search, from: number): number {
    const known = this.#answers.get(search);
    if (known !== undefined && known.from <= from && from <= known.found) return known.found;
    const found = search(this, from);
    this.steps.count += found - from + 1;
    this.#answers.set(search, { from, found });
    return found;
  }
}

/** A finder masks the secrets of one kind that it sees in the text. */
export type Finder = (scan: Scan) => void;

/** The text without the spans. Overlapping and touching ones become one marker. */
export function maskSpans(text: string, spans: readonly number[]): string {
  const pairs: [number, number][] = [];
  for (let i = 0; i < spans.length; i += 2) {
    const start = spans[i] as number;
    const end = spans[i + 1] as number;
    // Markers are opaque: half of one is never left over, which makes masking twice the same as masking once.
    pairs.push([markerAround(text, start)?.[0] ?? start, markerAround(text, end)?.[1] ?? end]);
  }
  pairs.sort((a, b) => a[0] - b[0]);

  let masked = '';
  let copied = 0;
  for (let i = 0; i < pairs.length;) {
    const start = (pairs[i] as [number, number])[0];
    let end = start;
    for (; i < pairs.length && (pairs[i] as [number, number])[0] <= end; i++) {
      end = Math.max(end, (pairs[i] as [number, number])[1]);
    }
    masked += text.slice(copied, start) + REDACTED;
    copied = end;
  }
  return masked + text.slice(copied);
}

/** The marker that the position cuts in two, if any. */
function markerAround(text: string, position: number): [number, number] | undefined {
  for (let at = Math.max(0, position - REDACTED.length + 1); at < position; at++) {
    if (text.charCodeAt(at) === 0x5b && text.startsWith(REDACTED, at)) {
      return [at, at + REDACTED.length];
    }
  }
  return undefined;
}
