import { hasInvisible } from '../budget/strip-invisible.js';
import { createAnchorFilter, type AnchorFilter, type ScanResult } from './anchor-filter.js';
import { ANCHORS, ISSUED_ANCHORS } from './anchors.js';

let filter: AnchorFilter | undefined;

/**
 * Whether a finder could change the text or, when it is JSON, a string or a member in it; or whether it holds invisible
 * characters. False is a promise, true is only a reason to look.
 */
// Node 20, warm, 340 characters, ns/char: this 0.85 (0.22 of it encodeInto); one alternation /i 2.2; charCodeAt bigrams 2.2, every third 1.3; bare /[^ -~]/ 0.7; includes 0.05 to 0.6 for each of 60 anchors.
export function isSuspicious(text: string): boolean {
  // Built on first use: importing the library costs nothing.
  filter ??= createAnchorFilter(ANCHORS);
  const seen = scanAll(filter, text);
  if (seen === 'anchor' || (seen === 'odd' && hasInvisible(text))) return true;
  return hasEscapedInvisible(text) || hasUserinfo(text);
}

/** As many characters of a word as cannot be an issued key: the shortest has 13, from its first one that is no hexadecimal digit. */
const WORD = '(?:[\\da-f.+/]|-(?!-)|(?<=\\d):)*(?:[g-zA-Z_](?:[\\w.+/]|-(?!-)|(?<=\\d):){0,11})?';
const PLAIN = new RegExp(
  `^${WORD}(?:(?:[,;()]|(?<!bearer|basic) )${WORD})*$`.replace(/bearer|basic/g, eitherCase),
);
const LONGEST_PLAIN = 256;

/**
 * Whether no finder can find anything in a short text, and none of its characters is escaped in JSON. It takes a fraction of
 * the time of `isSuspicious`. False promises nothing.
 *
 * Pairs need a delimiter, and a colon is none behind a digit. User info needs an at sign, flags and PEM blocks need two dashes.
 */
export function isPlain(text: string): boolean {
  return text.length <= LONGEST_PLAIN && PLAIN.test(text);
}

function eitherCase(word: string): string {
  return word.replace(/./g, (char) => `[${char}${char.toUpperCase()}]`);
}

let issuedFilter: AnchorFilter | undefined;

/** Whether an API key or a JWT may occur: their many prefixes are dear to search for with a pattern. */
export function mayHoldIssued(text: string): boolean {
  issuedFilter ??= createAnchorFilter(ISSUED_ANCHORS);
  return scanAll(issuedFilter, text) === 'anchor';
}

/** Longer than an anchor with everything that is looked at around it. */
const OVERLAP = 256;

/** Piece by piece if the text is long. */
function scanAll({ maxLength, scan }: AnchorFilter, text: string): ScanResult {
  if (text.length <= maxLength) return scan(text);
  let result: ScanResult = 'plain';
  for (let from = 0; from < text.length; from += maxLength - OVERLAP) {
    const seen = scan(text.slice(from, from + maxLength));
    if (seen === 'anchor') return seen;
    if (seen === 'odd') result = seen;
  }
  return result;
}

/** Whether a URL with an at sign may occur, its slashes escaped or not. The at sign is rare and cheap to look for. */
function hasUserinfo(text: string): boolean {
  return text.includes('@') && /:\\{0,4}\//.test(text);
}

/** Escapes of invisible characters, as JSON.stringify writes them: `\b`, `\f`, `\r`, `\u00…`, `\ud8…`. */
function hasEscapedInvisible(text: string): boolean {
  return text.includes('\\') && /\\(?:[bfr]|u[0d])/.test(text);
}
