import type { Anchor } from './anchor-tables.js';
import { ISSUERS, prefixPositions } from './find-tokens.js';
import { KEY_QUALIFIERS } from './sensitive-names.js';
import { isNamed } from './trigger.js';

/** What `api`, `private`, `admin` and the other qualifiers of a key end in. */
const BEFORE_KEY = [...new Set(KEY_QUALIFIERS.map((word) => word.slice(-1)))].join('');

const jwt: Anchor = {
  chars: [...'eyJ'],
  confirm: (bytes, at, end) => runLength(bytes, at + 3, end) >= 9,
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
  qualified('tokens'),
  qualified([BEFORE_KEY, ...'key']),
  qualified([BEFORE_KEY, '-_. ', ...'key']),
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
      if (isFlag(bytes, at, from) || isDelimited(bytes, from, end)) return true;
      return isContinued(bytes, from, end) && isNamed(windowAround(bytes, at, end));
    },
  };
}

/** The end of a name that is sensitive only behind certain words: those are left to the trigger. */
function qualified(chars: Iterable<string>): Anchor {
  const positions = [...chars];
  return {
    chars: positions,
    confirm(bytes, at, end) {
      const from = afterPlural(bytes, at + positions.length, true);
      if (isFlag(bytes, at, from)) return true;
      return isDelimited(bytes, from, end) && isNamed(windowAround(bytes, at, end));
    },
  };
}

function afterPlural(bytes: Uint8Array, at: number, plural: boolean): number {
  return plural && lower(bytes[at]) === 0x73 ? at + 1 : at;
}

/** Punctuation, then `:`, `=`, `>` or `%3`. */
function isDelimited(bytes: Uint8Array, from: number, end: number): boolean {
  // The gap of the trigger and a little more; without a limit, repetitions would be quadratic.
  const last = Math.min(end, from + 24);
  for (let at = from; at < last && !isAlphanumeric(bytes[at] as number); at++) {
    const byte = bytes[at] as number;
    if (byte === 0x3a || byte === 0x3d || byte === 0x3e || byte === 0x25) return true;
  }
  return false;
}

/** `password_hash`, `passwordDigest`: the identifier goes on with a word that keeps it sensitive. */
function isContinued(bytes: Uint8Array, from: number, end: number): boolean {
  const at = isAlphanumeric(bytes[from] as number) ? from : from + 1;
  return at < end && (lower(bytes[at]) === 0x68 || lower(bytes[at]) === 0x64);
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

/** Far enough for the qualifier before, and for the rest of the name and the gap behind. */
function windowAround(bytes: Uint8Array, at: number, end: number): string {
  let window = '';
  const last = Math.min(end, at + 48);
  for (let i = Math.max(0, at - 24); i < last; i++)
    window += String.fromCharCode(bytes[i] as number);
  return window;
}

/** A prefix matters in its own case, at the start of a word, and with enough of a run behind it. */
function issued(chars: readonly string[], min: number): Anchor {
  return {
    chars,
    confirm: (bytes, at, end) =>
      startsWord(bytes, at) &&
      chars.every((allowed, i) => allowed.includes(String.fromCharCode(bytes[at + i] as number))) &&
      runLength(bytes, at + chars.length, end) >= min,
  };
}

/** The letter before may also end an escape, as in `\nsk-…` and `%20sk-…`. */
function startsWord(bytes: Uint8Array, at: number): boolean {
  if (at === 0 || !isAlphanumeric(bytes[at - 1] as number)) return true;
  return bytes[at - 2] === 0x5c || bytes[at - 3] === 0x25;
}

function runLength(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isTokenByte(bytes[at] as number)) at++;
  return at - from;
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
