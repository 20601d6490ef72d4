import { firstOf, type Scan, type Search } from './spans.js';

/** Where values of different spellings end. */

export const afterBlanks = firstOf(/[^ \t]/g);
const afterBackslashes = firstOf(/[^\\]/g);
const NEXT_ITEM = /\s{1,64}["'`\]\\]/y;
const NEW_MEMBER = /^(?:$|[\s"'`]|[\w.-]{1,40}[=:])/;

/** The opening quote at a position, with the backslashes of JSON inside JSON. */
export function quoteAt(scan: Scan, at: number): string | undefined {
  const mark = scan.next(afterBackslashes, at);
  return isQuote(scan.text[mark]) ? scan.text.slice(at, mark + 1) : undefined;
}

function isQuote(char: string | undefined): boolean {
  return char === '"' || char === "'" || char === '`';
}

/** Where a quoted value ends, at any depth of escaping; one that is cut off ends with its line. */
export function quotedEnd({ text, steps }: Scan, quote: string, from: number): number {
  const depth = quote.length - 1;
  const mark = quote.charAt(depth);
  // JSON in JSON: a quote at depth 2^k - 1 has that many backslashes before it, modulo 2^(k+1).
  const modulus = (depth + 1) * 2;
  let slashes = 0;
  for (let at = from; at < text.length; at++) {
    steps.count++;
    const char = text.charAt(at);
    if (char === '\\') {
      slashes++;
      continue;
    }
    if (char === '\n') return at;
    if (char === mark && slashes % modulus === depth) return at - depth;
    slashes = 0;
  }
  return text.length;
}

/** Where a list ends: at its bracket, or at the end of the line when it is cut off. */
export function listEnd(scan: Scan, from: number): number {
  const { text } = scan;
  let at = from;
  while (at < text.length) {
    scan.steps.count++;
    const char = text.charAt(at);
    if (char === ']') break;
    if (char === '\\' || isQuote(char)) {
      const quote = quoteAt(scan, at);
      if (quote === undefined) at = scan.next(afterBackslashes, at);
      else at = quotedEnd(scan, quote, at + quote.length) + quote.length;
    } else if (char === '\n') {
      NEXT_ITEM.lastIndex = at;
      if (!NEXT_ITEM.test(text)) break;
      at = NEXT_ITEM.lastIndex - 1;
    } else at++;
  }
  return Math.min(at, text.length);
}

/**
 * Where an unquoted value ends: at a space, a quote or `&`; at a comma or semicolon only if something new starts after
 * it, because passwords may contain both. Closing brackets and full stops at the end belong to the sentence.
 */
export const bareEnd: Search = ({ text, steps }, from) => {
  let end = from;
  let at = from;
  for (; at < text.length && !isBoundary(text, at); at++) {
    if (!CLOSING.includes(text.charAt(at))) end = at + 1;
  }
  steps.count += at - end;
  return end;
};

const CLOSING = ')]}>.,;';

function isBoundary(text: string, at: number): boolean {
  switch (text.charAt(at)) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '"':
    case '&':
      return true;
    case "'":
    case '`':
      return !/[A-Za-z0-9]/.test(text.charAt(at + 1));
    case '\\':
      return isQuote(text[at + 1]);
    case ',':
    case ';':
      return NEW_MEMBER.test(text.slice(at + 1, at + 42));
    default:
      return false;
  }
}
