import { cutAt } from './clip-text.js';

/**
 * How many tokens a text costs a model, estimated from its runs of letters, digits and punctuation.
 *
 * It leans towards too many, because the budget is a promise to the reader's context window. Costs are in
 * twentieths of a token and were fitted to o200k_base; the test keeps them honest against the real tokenizer.
 */
const TOKEN = 20;

const START = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const NEWLINE = 5;
const MARK = 6;
const FOREIGN = 7;
const IDEOGRAPH = 8;

/** The kind of a UTF-16 unit. */
function kindOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit === 0x20 || unit === 0x09) return SPACE;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit < 0x80) return unit === 0x0a || unit === 0x0d ? NEWLINE : MARK;
  if (unit < 0x2000) return FOREIGN;
  return IDEOGRAPH;
}

/** What one more unit costs after a run of `length` units of kind `previous`. */
function costOf(kind: number, previous: number, length: number): number {
  const starts = kind !== previous;
  switch (kind) {
    case LOWER:
      // A capital begins the word that the small letters go on with, and a space or one mark joins it.
      if (starts) return previous === UPPER ? 6 : previous === MARK && length === 1 ? 12 : 20;
      return length < 6 ? 2 : 4;
    case UPPER:
      // In the middle of a word it is a sign of base64, which has few long tokens.
      if (starts)
        return previous === MARK && length === 1
          ? 14
          : previous === LOWER || previous === DIGIT
            ? 22
            : 18;
      return 8;
    case DIGIT:
      // Up to three digits are one token, and a space before them is one of its own.
      return starts ? (previous === SPACE ? 40 : 20) : length % 3 === 0 ? 20 : 0;
    case SPACE:
      return starts ? 0 : length === 1 ? 14 : 1;
    case NEWLINE:
      return starts ? 20 : 4;
    case MARK:
      return starts ? 16 : length < 8 ? 10 : 4;
    case FOREIGN:
      return starts ? 20 : 8;
    default:
      return 17;
  }
}

/** Tokens of the text; a single pass without allocation. */
export function estimateTokens(text: string): number {
  let cost = 0;
  let previous = START;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf(text.charCodeAt(i));
    cost += costOf(kind, previous, length);
    length = kind === previous ? length + 1 : 1;
    previous = kind;
  }
  return Math.ceil(cost / TOKEN);
}

/** At most `maxTokens` by estimate: cut at a word boundary, ended with `…`. A text that fits is given back as it is. */
export function clipTokens(text: string, maxTokens: number): string {
  // No unit costs more than two tokens, so short texts need no counting.
  if (text.length * 2 <= maxTokens) return text;
  if (!(maxTokens >= 1)) return '';
  const limit = maxTokens * TOKEN;
  let cost = 0;
  let fits = 0;
  let previous = START;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf(text.charCodeAt(i));
    cost += costOf(kind, previous, length);
    if (cost > limit) return cutAt(text, fits);
    // The last place where the text and the ellipsis would still fit.
    if (cost <= limit - TOKEN) fits = i + 1;
    length = kind === previous ? length + 1 : 1;
    previous = kind;
  }
  return text;
}
