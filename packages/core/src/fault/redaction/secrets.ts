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
  /** How much of its beginning gives it away, where somebody cut the text before it came here. */
  readonly telling: number;
  /** In base64, how many digits before and behind hold some of its bits. */
  readonly shared: Shared;
}

type Shared = readonly [before: 0 | 1, behind: 0 | 1];
const NONE: Shared = [0, 0];

/** The hash is of this many characters, so that one table look-up rejects nearly every position. */
const HASHED = 4;
const HASH_MASK = 0xffff;
const ELLIPSIS = /(?:…|\.{3})$/;
const BASE64_DIGIT = /[A-Za-z0-9+/_-]/;

/** The registered secrets in all their spellings. One pass over a text finds any number of them. */
export class Secrets {
  readonly #secrets = new Map<string, readonly Form[]>();
  #byHash = new Map<number, Form[]>();
  #hashes = new Uint8Array(0);

  add(secret: string): void {
    const forms = formsOf(secret);
    if (forms.length === 0 || this.#secrets.has(secret)) return;
    this.#secrets.set(secret, forms);
    this.#enter(forms);
  }

  remove(secret: string): void {
    if (!this.#secrets.delete(secret)) return;
    this.#byHash = new Map();
    this.#hashes = new Uint8Array(0);
    for (const forms of this.#secrets.values()) this.#enter(forms);
  }

  #enter(forms: readonly Form[]): void {
    if (this.#hashes.length === 0) this.#hashes = new Uint8Array(HASH_MASK + 1);
    for (const form of forms) {
      let hash = 0;
      const start = fold(form.literal);
      for (let i = 0; i < HASHED; i++) hash = ((hash << 4) ^ start.charCodeAt(i)) & HASH_MASK;
      this.#hashes[hash] = 1;
      const known = this.#byHash.get(hash);
      if (known === undefined) this.#byHash.set(hash, [form]);
      else known.push(form);
    }
  }

  /** Whether the beginning of a secret occurs, percent-encoded or not. */
  mayOccur(text: string): boolean {
    if (this.#secrets.size === 0) return false;
    const begins = (form: Form, source: string, at: number) =>
      source.startsWith(form.literal.slice(0, form.telling), at);
    if (this.#search(text, NOT_COUNTED, begins)) return true;
    const decoded = decodePercent(text);
    return decoded !== undefined && this.#search(decoded.text, NOT_COUNTED, begins);
  }

  /** Mask every occurrence, overlapping ones too. */
  find = (scan: Scan): void => {
    if (this.#secrets.size === 0) return;
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
    this.#search(text, steps, (form, source, at) => {
      const { literal, telling, shared } = form;
      const to = at + literal.length;
      if (source.startsWith(literal, at)) {
        const before = BASE64_DIGIT.test(text.charAt(at - 1)) ? shared[0] : 0;
        const behind = BASE64_DIGIT.test(text.charAt(to)) ? shared[1] : 0;
        mask(at - before, to + behind);
      } else if (to > end && end - at >= telling && literal.startsWith(source.slice(at, end))) {
        cut.set(form, at);
      }
      return false;
    });
    // Cut off with the text: the beginning is the end, with or without an ellipsis behind.
    for (const at of cut.values()) mask(at, end);
  }

  /** Ask about each position where a form may begin, until one of the answers is true. */
  #search(
    text: string,
    steps: Steps,
    ask: (form: Form, source: string, at: number) => boolean,
  ): boolean {
    const hashes = this.#hashes;
    const folded = fold(text);
    steps.count += text.length;
    let hash = 0;
    for (let i = 0; i < folded.length; i++) {
      hash = ((hash << 4) ^ folded.charCodeAt(i)) & HASH_MASK;
      if (hashes[hash] === 0 || i < HASHED - 1) continue;
      for (const form of this.#byHash.get(hash) as Form[]) {
        steps.count++;
        if (ask(form, form.exact ? text : folded, i - HASHED + 1)) return true;
      }
    }
    return false;
  }
}

const NOT_COUNTED: Steps = { count: 0 };

/** Small letters, and as many of them. */
function fold(text: string): string {
  const folded = text.toLowerCase();
  // Of all capitals, one becomes two characters.
  return folded.length === text.length ? folded : text.replaceAll('İ', 'i').toLowerCase();
}

/** The spellings of a secret; none for one that cannot be masked by value. */
function formsOf(secret: string): Form[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const bytes = new TextEncoder().encode(secret);
  const encoded = bytes.length >= MIN_ENCODED_BYTES;
  const spelled = new Map<string, Shared>();
  const add = (literal: string, shared = NONE) => {
    for (const form of encoded ? [literal, literal.toUpperCase()].map(fold) : [literal])
      if (!spelled.has(form)) spelled.set(form, shared);
  };
  // Spaces as forms send them.
  for (const text of new Set([secret, secret.replaceAll(' ', '+')])) {
    // Twice: as it stands in a JSON string, and in the JSON text of a reply that holds such a string.
    for (const escaped of [text, escapeJson(text), escapeJson(escapeJson(text))]) add(escaped);
    // What `%c3%bc` decodes to, byte by byte.
    if (encoded) add(mapBytes(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)));
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

/** The text as it stands between the quotes of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const ESCAPED = /%([0-9A-Fa-f]{2})/g;

/** The text with its percent escapes decoded byte by byte, and where each character of it stands in the original. */
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
