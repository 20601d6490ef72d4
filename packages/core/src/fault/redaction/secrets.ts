import { encodeBase64 } from './base64.js';
import { REDACTED, type Scan, type Steps } from './spans.js';

/** Shorter ones would mask half of every text, and thereby show where they occur. */
const MIN_SECRET_LENGTH = 4;
/** From this many bytes on, a secret is also known encoded and in the other letter case. */
const MIN_ENCODED_BYTES = 8;

/** One spelling of a registered secret. */
interface Form {
  readonly literal: string;
  /** Only in this letter case; else the literal is in small letters and so is what it is compared with. */
  readonly exact: boolean;
  /** How much of its beginning identifies it if the text was shortened before. */
  readonly telling: number;
  /** In base64, how many digits before and behind hold some of its bits. */
  readonly shared: Shared;
}

type Shared = readonly [before: 0 | 1, behind: 0 | 1];
const NONE: Shared = [0, 0];

/** Of so many characters a hash is made, and a smaller one of their first two: these reject nearly every place of a text. */
const HASHED = 4;
const HASHES = 0x10000;
const PAIRS = 0x4000;
const ELLIPSIS = /(?:…|\.{3})$/;
const BASE64_DIGIT = /[A-Za-z0-9+/_-]/;

/** Where to look for which forms. */
interface Table {
  /** How far apart the places are: each beginning covers at least one of them. */
  readonly stride: number;
  readonly pairs: Uint8Array;
  readonly hashes: Uint8Array;
  readonly entries: ReadonlyMap<number, readonly { form: Form; offset: number }[]>;
}

/** The registered secrets in all their spellings. One pass over a text finds any number of them. */
export class Secrets {
  readonly #secrets = new Map<string, readonly Form[]>();
  #table: Table | undefined;
  isEmpty = true;

  add(secret: string): void {
    const forms = formsOf(secret);
    if (forms.length > 0) this.#secrets.set(secret, forms);
    this.#changed();
  }

  remove(secret: string): void {
    this.#secrets.delete(secret);
    this.#changed();
  }

  #changed(): void {
    this.#table = undefined;
    this.isEmpty = this.#secrets.size === 0;
  }

  /** Whether the beginning of a secret occurs, percent-encoded or not. */
  mayOccur(text: string): boolean {
    if (this.#search(text, NOT_COUNTED, beginsIn(text))) return true;
    const decoded = decodePercent(text);
    return decoded !== undefined && this.#search(decoded.text, NOT_COUNTED, beginsIn(decoded.text));
  }

  /** Mask every occurrence, overlapping ones too. */
  find = (scan: Scan): void => {
    if (this.isEmpty) return;
    const { text, steps } = scan;
    this.#mask(text, steps, (from, to) => scan.mask(from, to));
    const decoded = decodePercent(text);
    if (decoded === undefined) return;
    steps.count += text.length;
    const { places } = decoded;
    this.#mask(decoded.text, steps, (from, to) =>
      scan.mask(places[from] as number, places[to] as number),
    );
  };

  #mask(text: string, steps: Steps, mask: (from: number, to: number) => void): void {
    const end = text.length - (ELLIPSIS.exec(text.slice(-3))?.[0].length ?? 0);
    const cut = new Map<Form, number>();
    this.#search(text, steps, (form, at) => {
      const { literal, telling, shared } = form;
      const to = at + literal.length;
      if (isAt(text, at, form, literal.length)) {
        const before = BASE64_DIGIT.test(text.charAt(at - 1)) ? shared[0] : 0;
        const behind = BASE64_DIGIT.test(text.charAt(to)) ? shared[1] : 0;
        mask(at - before, to + behind);
      } else if (to > end && end - at >= telling && isAt(text, at, form, end - at)) {
        cut.set(form, Math.max(at, cut.get(form) ?? 0));
      }
      return false;
    });
    // Cut off with the text: the beginning is the end, with or without an ellipsis behind.
    for (const at of cut.values()) mask(at, end);
  }

  /** Ask about each position where a form may begin, until one of the answers is true. */
  #search(text: string, steps: Steps, ask: (form: Form, at: number) => boolean): boolean {
    this.#table ??= tableOf([...this.#secrets.values()].flat());
    const { stride, pairs, hashes, entries } = this.#table;
    steps.count += text.length;
    for (let at = 0; at + HASHED <= text.length; at += stride) {
      if (pairs[pairAt(text, at)] === 0) continue;
      const hash = hashAt(text, at);
      if (hashes[hash] === 0) continue;
      for (const { form, offset } of entries.get(hash) ?? []) {
        steps.count++;
        if (at >= offset && ask(form, at - offset)) return true;
      }
    }
    return false;
  }
}

function pairAt(text: string, at: number): number {
  return ((caseless(text, at) << 7) ^ caseless(text, at + 1)) & (PAIRS - 1);
}

function hashAt(text: string, at: number): number {
  const first = (caseless(text, at) << 9) ^ (caseless(text, at + 1) << 6);
  return (first ^ (caseless(text, at + 2) << 3) ^ caseless(text, at + 3)) & (HASHES - 1);
}

/** The same number for a letter in both cases; one for all letters beyond Latin-1. */
function caseless(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit > 0xff ? 0xff : unit | 0x20;
}

function tableOf(forms: readonly Form[]): Table {
  const stride = Math.min(...forms.map(({ telling }) => telling)) - HASHED + 1;
  const pairs = new Uint8Array(PAIRS);
  const hashes = new Uint8Array(HASHES);
  const entries = new Map<number, { form: Form; offset: number }[]>();
  for (const form of forms) {
    for (let offset = 0; offset < stride; offset++) {
      pairs[pairAt(form.literal, offset)] = 1;
      const hash = hashAt(form.literal, offset);
      hashes[hash] = 1;
      const others = entries.get(hash);
      if (others === undefined) entries.set(hash, [{ form, offset }]);
      else others.push({ form, offset });
    }
  }
  return { stride, pairs, hashes, entries };
}

const beginsIn = (text: string) => (form: Form, at: number) => isAt(text, at, form, form.telling);

/**
 * Whether the first characters of a form stand here. They are compared one by one: V8 takes `toLowerCase` of the whole text for free of
 * effects and may, once it has optimised the search, compute it again for each place.
 */
function isAt(text: string, at: number, { literal, exact }: Form, length: number): boolean {
  if (at + length > text.length) return false;
  if (exact)
    return text.startsWith(length < literal.length ? literal.slice(0, length) : literal, at);
  for (let n = 0; n < length; n++) {
    if (small(text.charCodeAt(at + n)) !== literal.charCodeAt(n)) return false;
  }
  return true;
}

const NOT_COUNTED: Steps = { count: 0 };

/** Small letters, and as many of them. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) =>
    String.fromCharCode(small(text.charCodeAt(at))),
  ).join('');
}

let smallLetters: Uint16Array | undefined;

/** The small letter of a capital, by its code; where that is two characters, the first of them. */
function small(unit: number): number {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
  smallLetters ??= Uint16Array.from({ length: 0x10000 }, (_, code) =>
    String.fromCharCode(code).toLowerCase().charCodeAt(0),
  );
  return smallLetters[unit] as number;
}

/** The spellings of a secret; none for one that cannot be masked by value. */
function formsOf(secret: string): Form[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const bytes = new TextEncoder().encode(secret);
  const encoded = bytes.length >= MIN_ENCODED_BYTES;
  const spelled = new Map<string, Shared>();
  const add = (literal: string, shared = NONE) => {
    for (const form of encoded ? [literal, literal.toUpperCase()].map(fold) : [literal])
      spelled.set(form, shared);
  };
  // Spaces as forms send them.
  for (const text of new Set([secret, secret.replaceAll(' ', '+')])) {
    // Twice: as it is in a JSON string, and in the JSON text of a reply that holds such a string.
    for (const escaped of [text, escapeJson(text), escapeJson(escapeJson(text))]) add(escaped);
    // What `%c3%bc` decodes to, byte by byte.
    add(mapBytes(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)));
  }
  if (encoded) {
    add(mapBytes(bytes, (byte) => byte.toString(16).padStart(2, '0')));
    for (const before of [0, 1, 2]) addBase64(bytes, before, add);
  } else {
    add(encodeBase64(bytes));
    add(toUrlSafe(encodeBase64(bytes)));
  }
  // A piece of the marker would be found in every marker, and masking would never come to rest.
  const marker = encoded ? fold(REDACTED) : REDACTED;
  return [...spelled]
    .filter(([literal]) => !marker.includes(literal) && !literal.includes(marker))
    .map(([literal, shared]) => ({
      literal,
      exact: !encoded,
      telling: Math.min(literal.length, Math.max(8, Math.ceil(literal.length / 3))),
      shared,
    }));
}

/** Base64 of the bytes with so many before them: the digits that hold nothing else. */
function addBase64(
  bytes: Uint8Array,
  before: number,
  add: (digits: string, shared: Shared) => void,
): void {
  const padded = new Uint8Array(before + bytes.length);
  padded.set(bytes, before);
  const [start, end] = [(before * 8) / 6, (padded.length * 8) / 6];
  const digits = encodeBase64(padded).slice(Math.ceil(start), Math.floor(end));
  const shared: Shared = [Number.isInteger(start) ? 0 : 1, Number.isInteger(end) ? 0 : 1];
  add(digits, shared);
  add(toUrlSafe(digits), shared);
}

function toUrlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function mapBytes(bytes: Uint8Array, toText: (byte: number) => string): string {
  return Array.from(bytes, toText).join('');
}

/** The text as it is between the quotes of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const ESCAPED = /%([0-9A-Fa-f]{2})/g;

/** The text with its percent escapes decoded byte by byte, and where each character of it is in the original. */
function decodePercent(text: string): { text: string; places: Uint32Array } | undefined {
  if (!text.includes('%')) return undefined;
  const places = new Uint32Array(text.length + 1);
  let decoded = '';
  let read = 0;
  const copyTo = (end: number) => {
    for (let at = read; at < end; at++) places[decoded.length + at - read] = at;
    decoded += text.slice(read, end);
  };
  for (const found of text.matchAll(ESCAPED)) {
    copyTo(found.index);
    places[decoded.length] = found.index;
    decoded += String.fromCharCode(Number.parseInt(found[1] as string, 16));
    read = found.index + found[0].length;
  }
  if (read === 0) return undefined;
  copyTo(text.length);
  places[decoded.length] = text.length;
  return { text: decoded, places };
}
