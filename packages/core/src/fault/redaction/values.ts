import { REDACTED } from './spans.js';

/** Where values of different spellings end. Each reads forward once and never looks further than it consumes. */

const QUOTE = /\\*["'`]/y;
const NEXT_ITEM = /\s{0,64}["'`\]\\]/y;
const NEW_MEMBER = /^(?:$|[\s"'`]|[\w.-]{1,40}[=:])/;

/** The opening quote at a position, with the backslashes of JSON inside JSON. */
export function quoteAt(text: string, at: number): string | undefined {
  QUOTE.lastIndex = at;
  return QUOTE.exec(text)?.[0];
}

/** Where a quoted value ends, at any depth of escaping; one that is cut off ends with its line. */
export function quotedEnd(text: string, quote: string, from: number): number {
  const depth = quote.length - 1;
  const mark = quote.charAt(depth);
  // JSON in JSON: a quote at depth 2^k - 1 has that many backslashes before it, modulo 2^(k+1).
  const modulus = (depth + 1) * 2;
  let slashes = 0;
  for (let at = from; at < text.length; at++) {
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
export function listEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const quote = quoteAt(text, at);
    if (quote !== undefined) {
      at = quotedEnd(text, quote, at + quote.length) + quote.length;
      continue;
    }
    const char = text.charAt(at);
    if (char === ']') break;
    if (char === '\n') {
      NEXT_ITEM.lastIndex = at;
      if (!NEXT_ITEM.test(text)) break;
    }
    at++;
  }
  return Math.min(at, text.length);
}

/**
 * Where an unquoted value ends: at a space, a quote or `&`; at a comma or semicolon only if something new starts after
 * it, because passwords may contain both. Closing brackets and full stops at the end belong to the sentence.
 */
export function bareEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBoundary(text, end)) {
    end += text.startsWith(REDACTED, end) ? REDACTED.length : 1;
  }
  while (end > from && /[)\]}>.,;]/.test(text.charAt(end - 1))) {
    if (text.startsWith(REDACTED, end - REDACTED.length)) break;
    end--;
  }
  return end;
}

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
      return /["'`]/.test(text.charAt(at + 1));
    case ',':
    case ';':
      return NEW_MEMBER.test(text.slice(at + 1, at + 42));
    default:
      return false;
  }
}
