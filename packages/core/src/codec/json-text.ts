// Steps through JSON as text, for what JSON.parse does not say: where a value is and how it is written.
// Nothing here throws, and nothing reads a character more than a fixed number of times.

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** The index of the first character from here on that is not JSON whitespace; the length where there is none. */
export function skipSpace(text: string, from: number): number {
  let i = from;
  while (isSpace(text.charCodeAt(i))) i++;
  return i;
}

/** The index of the quote that closes the string opened at `start`, or -1. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return -1;
}

/**
 * The index behind the value that begins at `start`, or -1 where there is none, it is cut off or its brackets do not
 * match. Looks at strings and brackets only: a text that is broken elsewhere (NaN, a comma too many) still has an end.
 */
export function endOfValue(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit === QUOTE) {
    const end = endOfString(text, start);
    return end === -1 ? -1 : end + 1;
  }
  if (unit === OPEN_BRACE || unit === OPEN_BRACKET) return endOfNested(text, start);
  let end = start;
  while (isWordUnit(text.charCodeAt(end))) end++;
  return end === start ? -1 : end;
}

/** The texts of the items of a valid JSON array that is not empty. */
export function splitArray(text: string): string[] {
  const items: string[] = [];
  let i = skipSpace(text, 0);
  do {
    const start = skipSpace(text, i + 1);
    const end = endOfValue(text, start);
    items.push(text.slice(start, end));
    i = skipSpace(text, end);
  } while (text.charCodeAt(i) === COMMA);
  return items;
}

/** False if a text is cut off: a text that opens with a bracket must end with one. */
export function endsAsItBegins(text: string): boolean {
  const first = text.charCodeAt(skipSpace(text, 0));
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return true;
  let end = text.length - 1;
  while (isSpace(text.charCodeAt(end))) end--;
  return text.charCodeAt(end) === (first === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET);
}

function endOfNested(text: string, start: number): number {
  // One bit per level: whether a brace opened it. Beyond 31 levels only the depth is kept.
  let braces = 0;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      i = endOfString(text, i);
      if (i === -1) return -1;
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      const bit = depth < 31 ? 1 << depth : 0;
      braces = unit === OPEN_BRACE ? braces | bit : braces & ~bit;
      depth++;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      depth--;
      if (depth < 31 && ((braces >> depth) & 1) !== (unit === CLOSE_BRACE ? 1 : 0)) return -1;
      if (depth === 0) return i + 1;
    } else if (unit === BACKSLASH) {
      return -1; // a quote before it was lost: from here on, strings and structure are mistaken for each other
    }
  }
  return -1;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Anything that could be part of a number, true, false or null, spelled right or wrong: JSON's own signs end it. */
function isWordUnit(unit: number): boolean {
  return !(
    isSpace(unit) ||
    unit === COMMA ||
    unit === CLOSE_BRACE ||
    unit === CLOSE_BRACKET ||
    unit === QUOTE ||
    unit === COLON ||
    unit === BACKSLASH ||
    unit === OPEN_BRACE ||
    unit === OPEN_BRACKET ||
    Number.isNaN(unit)
  );
}
