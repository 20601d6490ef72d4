import type { IdText } from './id.js';
import { endOfString, skipSpace } from './json-text.js';

/**
 * Find the text of the top-level `id`, in a text that may be broken. Gives undefined where there is none or where more
 * than one could be meant: a reply under a guessed id is worse than a reply without one.
 *
 * Depth-aware on purpose: a search for `"id"` would find the ids inside params, inside strings, and half numbers.
 */
export function scanId(text: string): IdText | undefined {
  let i = skipSpace(text, 0);
  if (text.charCodeAt(i) !== OPEN_BRACE) return undefined;
  // One bit per level: whether it was opened by a brace. Beyond 31 levels only the count is kept.
  let braces = 1;
  let depth = 1;
  let found: IdText | undefined;
  for (i++; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      const end = endOfString(text, i);
      if (end === -1) return found; // cut inside a string: nothing after it can be read
      const colon = skipSpace(text, end + 1);
      if (depth === 1 && text.charCodeAt(colon) === COLON && isIdKey(text, i, end)) {
        if (found !== undefined) return undefined;
        const start = skipSpace(text, colon + 1);
        const stop = endOfId(text, start);
        if (stop === undefined) return undefined;
        found = text.slice(start, stop);
        i = stop - 1;
      } else {
        i = end;
      }
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth++;
      if (depth <= 31)
        braces = unit === OPEN_BRACE ? braces | (1 << (depth - 1)) : braces & ~(1 << (depth - 1));
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      if (depth <= 31 && ((braces >> (depth - 1)) & 1) !== (unit === CLOSE_BRACE ? 1 : 0))
        return found;
      depth--;
      // A second value behind the first could have an id of its own.
      if (depth === 0) return text.indexOf('{', i) === -1 ? found : undefined;
    }
  }
  return found;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function isIdKey(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length === 3) return text.startsWith('id', start + 1);
  // "\u0069d" is the same key; the longest spelling has 14 characters.
  if (length > 13 || !text.slice(start, end).includes('\\')) return false;
  try {
    return JSON.parse(text.slice(start, end + 1)) === 'id';
  } catch {
    return false; // a broken escape is no key
  }
}

/** The end of a complete string, number or null; undefined for anything else and for what the text cuts off. */
function endOfId(text: string, start: number): number | undefined {
  if (text.charCodeAt(start) === QUOTE) {
    const end = endOfString(text, start);
    if (end === -1) return undefined;
    try {
      JSON.parse(text.slice(start, end + 1));
    } catch {
      return undefined; // raw control characters or a broken escape: not the id that was meant
    }
    return end + 1;
  }
  SCALAR.lastIndex = start;
  const match = SCALAR.exec(text);
  return match === null ? undefined : start + match[0].length;
}

// The look-ahead demands a delimiter: `"id":12` at the end of a cut text may have been 123.
const SCALAR = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|null)(?=[\s,}])/y;
