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

/** The kinds of ASCII. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const text = String.fromCharCode(unit);
  if (/[a-z]/.test(text)) return LOWER;
  if (/[A-Z]/.test(text)) return UPPER;
  if (/[0-9]/.test(text)) return DIGIT;
  if (/[ \t]/.test(text)) return SPACE;
  return /[\r\n]/.test(text) ? NEWLINE : MARK;
});

/**
 * The cost of a text; if it passes `limit`, −1 minus the length that fits together with an ellipsis. One loop without calls: it runs over
 * every text that a model reads.
 */
function costOf(text: string, limit: number): number {
  let cost = 0;
  let fits = 0;
  let previous = START;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = unit < 0x80 ? ASCII[unit]! : unit < 0x2000 ? FOREIGN : IDEOGRAPH;
    const starts = kind !== previous;
    switch (kind) {
      case LOWER:
        // A capital begins the word that the small letters go on with, and a space or one mark joins it.
        if (!starts) cost += length < 6 ? 2 : 4;
        else cost += previous === UPPER ? 6 : previous === MARK && length === 1 ? 12 : 20;
        break;
      case UPPER:
        // In the middle of a word it is a sign of base64, which has few long tokens.
        if (!starts) cost += 8;
        else if (previous === MARK && length === 1) cost += 14;
        else cost += previous === LOWER || previous === DIGIT ? 22 : 18;
        break;
      case DIGIT:
        // Up to three digits are one token, and a space before them is one of its own.
        if (!starts) cost += length % 3 === 0 ? 20 : 0;
        else cost += previous === SPACE ? 40 : 20;
        break;
      case SPACE:
        if (!starts) cost += length === 1 ? 14 : 1;
        break;
      case NEWLINE:
        cost += starts ? 20 : 4;
        break;
      case MARK:
        if (starts) cost += 16;
        else cost += length < 8 ? 10 : 4;
        break;
      case FOREIGN:
        cost += starts ? 20 : 8;
        break;
      default:
        cost += 17;
    }
    if (cost > limit) return -1 - fits;
    if (cost <= limit - TOKEN) fits = i + 1;
    length = starts ? 1 : length + 1;
    previous = kind;
  }
  return cost;
}

/** Tokens of the text. */
export function estimateTokens(text: string): number {
  return Math.ceil(costOf(text, Infinity) / TOKEN);
}

/** At most `maxTokens` by estimate: cut at a word boundary, ended with `…`. A text that fits is given back as it is. */
export function clipTokens(text: string, maxTokens: number): string {
  // No unit costs more than two tokens, so short texts need no counting.
  if (text.length * 2 <= maxTokens) return text;
  if (!(maxTokens >= 1)) return '';
  const cost = costOf(text, maxTokens * TOKEN);
  return cost >= 0 ? text : cutAt(text, -1 - cost);
}
