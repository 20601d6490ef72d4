import { hasInvisible } from '../budget/text.js';
import {
  type Anchor,
  type AnchorFilter,
  createAnchorFilter,
  type ScanResult,
} from './anchor-filter.js';
import { ISSUERS, prefixPositions } from './find-tokens.js';
import { KEY_QUALIFIERS, TOKENS_QUALIFIERS } from './sensitive-names.js';

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

/** What `api`, `private`, `admin` and the other qualifiers of a key end in. */
const BEFORE_KEY = [...new Set(KEY_QUALIFIERS.map((word) => word.slice(-1)))].join('');

const jwt: Anchor = {
  chars: [...'eyJ'],
  confirm: (bytes, at, end) => hasRun(bytes, at + 3, 9, end),
};

/** API keys, JWTs: what is recognised by its own shape. */
export const ISSUED_ANCHORS: readonly Anchor[] = [
  ...ISSUERS.map(([prefix, , min]) => issued(prefixPositions(prefix), min)),
  jwt,
];

/** One string that must occur wherever a finder finds something, with the quickest check that it matters there. */
export const ANCHORS: readonly Anchor[] = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'secret', 'credential'].map((text) =>
    name(text),
  ),
  ...['authorization', 'cookie'].map((text) => name(text)),
  name('pass'),
  // In the plural it is a quantity, unless it is qualified.
  name('token', false),
  qualified([], 'tokens', TOKENS_QUALIFIERS),
  qualified([BEFORE_KEY], 'key', KEY_QUALIFIERS),
  qualified([BEFORE_KEY, '-_. '], 'key', KEY_QUALIFIERS),
  always('bearer '),
  always('basic '),
  ...ISSUED_ANCHORS,
  always('-----BEGIN'),
  ...['@tcp(', '@tcp6(', '@unix(', '@cloudsql('].map(always),
];

function always(text: string): Anchor {
  return { chars: [...text], confirm: () => true };
}

/** A sensitive name matters if a delimiter ends its identifier, or if it is a flag. */
function name(text: string, plural = true): Anchor {
  return {
    chars: [...text],
    confirm(bytes, at, end) {
      const from = afterPlural(bytes, at + text.length, plural);
      return (
        isFlag(bytes, at, from) ||
        isDelimited(bytes, from, end) ||
        ['hash', 'digest'].some((word) => {
          const to = endOfWord(bytes, from, word);
          return to > 0 && (isFlag(bytes, at, to) || isDelimited(bytes, to, end));
        })
      );
    },
  };
}

/** The end of a name that is sensitive only behind certain words, one separator between. */
function qualified(before: readonly string[], text: string, qualifiers: readonly string[]): Anchor {
  const chars = [...before, ...text];
  return {
    chars,
    confirm(bytes, at, end) {
      const from = afterPlural(bytes, at + chars.length, true);
      if (isFlag(bytes, at, from)) return true;
      if (!isDelimited(bytes, from, end)) return false;
      const start = at + before.length;
      const to = isAlphanumeric(bytes[start - 1] as number) ? start : start - 1;
      return qualifiers.some((word) => endOfWord(bytes, to - word.length, word) === to);
    },
  };
}

/** Where a word in small letters ends that starts at `at`, or one character behind; -1 if it does not. */
function endOfWord(bytes: Uint8Array, at: number, word: string): number {
  const from = isAlphanumeric(bytes[at] as number) ? at : at + 1;
  for (let i = 0; i < word.length; i++) {
    if (lower(bytes[from + i]) !== word.charCodeAt(i)) return -1;
  }
  return from + word.length;
}

function afterPlural(bytes: Uint8Array, at: number, plural: boolean): number {
  return plural && lower(bytes[at]) === 0x73 ? at + 1 : at;
}

/** Punctuation, then `:`, `=`, `>` or `%3`. */
function isDelimited(bytes: Uint8Array, from: number, end: number): boolean {
  // More than the gap of `findPairs`, whose quotes JSON may escape; without a limit, repetitions would be quadratic.
  const last = Math.min(end, from + 24);
  for (let at = from; at < last && !isAlphanumeric(bytes[at] as number); at++) {
    const byte = bytes[at] as number;
    if (byte === 0x3a || byte === 0x3d || byte === 0x3e || byte === 0x25) return true;
  }
  return false;
}

/** A space behind, and two dashes before the identifier. */
function isFlag(bytes: Uint8Array, start: number, from: number): boolean {
  if (bytes[from] !== 0x20) return false;
  const first = Math.max(1, start - 112);
  for (let at = start; at >= first && isIdentifier(bytes[at - 1] as number); at--) {
    if (bytes[at] === 0x2d && bytes[at - 1] === 0x2d) return true;
  }
  return false;
}

/** A prefix matters in its own case, at the start of a word, and with enough of a run behind it. */
function issued(chars: readonly string[], min: number): Anchor {
  return {
    chars,
    confirm: (bytes, at, end) =>
      startsWord(bytes, at) &&
      chars.every((allowed, i) => allowed.includes(String.fromCharCode(bytes[at + i] as number))) &&
      hasRun(bytes, at + chars.length, min, end),
  };
}

/** The letter before may also end an escape, as in `\nsk-…` and `%20sk-…`. */
function startsWord(bytes: Uint8Array, at: number): boolean {
  if (at === 0 || !isAlphanumeric(bytes[at - 1] as number)) return true;
  return bytes[at - 2] === 0x5c || bytes[at - 3] === 0x25;
}

function hasRun(bytes: Uint8Array, from: number, length: number, end: number): boolean {
  if (from + length > end) return false;
  for (let at = from; at < from + length; at++) {
    if (!isTokenByte(bytes[at] as number)) return false;
  }
  return true;
}

function lower(byte: number | undefined): number {
  return (byte ?? 0) | 0x20;
}

function isAlphanumeric(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a)
  );
}

function isIdentifier(byte: number): boolean {
  return isAlphanumeric(byte) || byte === 0x5f || byte === 0x2d || byte === 0x2e;
}

function isTokenByte(byte: number): boolean {
  return isIdentifier(byte) || byte === 0x2b || byte === 0x2f || byte === 0x3a || byte === 0x3d;
}
