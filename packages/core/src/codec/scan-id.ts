import type { IdText } from './message.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  endOfString,
  endOfValue,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from './json-text.js';

/**
 * The text of the top-level `id` of an object that may be broken. Gives undefined where there is none or where more
 * than one could be meant: a reply under a guessed id is worse than a reply without one.
 */
export function scanId(text: string): IdText | undefined {
  const { id, times } = findId(text);
  return times === 1 && id !== undefined && isScalar(id) ? id : undefined;
}

/** How many different ids were found at the top, and how the only one is spelled where that is certain. */
export interface FoundId {
  readonly times: number;
  readonly id: string | undefined;
}

/**
 * Goes from member to member of the top-level object, up to its end or to where it is broken. What is nested is passed
 * over: a search for `"id"` would find the ids inside params, inside strings, and half numbers.
 */
export function findId(text: string): FoundId {
  let id: string | undefined;
  let times = 0;
  let i = skipSpace(text, 0);
  if (text.charCodeAt(i) !== OPEN_BRACE) return { times, id };
  do {
    i = skipSpace(text, i + 1);
    const key = i;
    const keyEnd = text.charCodeAt(key) === QUOTE ? endOfString(text, key) : -1;
    if (keyEnd === -1) break;
    i = skipSpace(text, keyEnd + 1);
    if (text.charCodeAt(i) !== COLON) break;
    const start = skipSpace(text, i + 1);
    const end = endOfValue(text, start);
    i = skipSpace(text, end);
    if (isIdKey(text, key, keyEnd)) {
      const found = end !== -1 && isWhole(text, end, i) ? text.slice(start, end) : undefined;
      if (times === 0 || !isSame(id, found)) {
        times++;
        id = found;
      }
    }
    if (end === -1) return { times, id };
  } while (text.charCodeAt(i) === COMMA);
  if (text.charCodeAt(i) === CLOSE_BRACE && !standsAlone(text, i + 1)) id = undefined;
  return { times, id };
}

/**
 * Whether a text that is not read as a message is a response: it has a `result` or an `error` at its top, and no `method`. Goes on
 * behind what is broken, because an error under the id of a response would seem to answer a request of the peer's. A key may be cut
 * off with the text: no request has one that begins like these.
 */
export function isResponseText(text: string): boolean {
  let depth = 0;
  let found = false;
  let last = 0;
  for (let i = skipSpace(text, 0); i < text.length; i = skipSpace(text, i + 1)) {
    const unit = text.charCodeAt(i);
    if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth++;
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
    if (unit === QUOTE) {
      const behind = depth === 1 && (last === OPEN_BRACE || last === COMMA);
      const end = endOfString(text, i);
      if (end === -1) return found || (behind && /^[re]/.test(text.slice(i + 1, i + 2)));
      const before = depth === 1 && text.charCodeAt(skipSpace(text, end + 1)) === COLON;
      const key = behind || before ? keyIn(text.slice(i, end + 1)) : undefined;
      if (key === 'method') return false;
      found ||= key === 'result' || key === 'error';
      i = end;
    }
    last = unit;
  }
  return found;
}

function keyIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // broken escapes
  }
}

/** `id`, with or without escapes: `"\u0069d"` is the same key. */
function isIdKey(text: string, start: number, end: number): boolean {
  if (end - start === 3) return text.startsWith('id', start + 1);
  if (end - start > 13) return false;
  ESCAPED_ID_KEY.lastIndex = start;
  return ESCAPED_ID_KEY.test(text);
}

const ESCAPED_ID_KEY = /"(?:i|\\u0069)(?:d|\\u0064)"/y;

/** Whether the value that ends at `end` was seen to its end: `"id":12` at the end of a cut text may have been 123. */
function isWhole(text: string, end: number, next: number): boolean {
  if (next < text.length) {
    const unit = text.charCodeAt(next);
    return unit === COMMA || unit === CLOSE_BRACE;
  }
  return end < next || text.charCodeAt(end - 1) === QUOTE;
}

/**
 * Whether nothing behind the object makes its id doubtful: a second object could have an id of its own, and in front of
 * a comma or a closing bracket the object itself was part of something larger, one line of many perhaps.
 */
function standsAlone(text: string, from: number): boolean {
  const unit = text.charCodeAt(skipSpace(text, from));
  if (unit === COMMA || unit === CLOSE_BRACE || unit === CLOSE_BRACKET) return false;
  return text.indexOf('{', from) === -1;
}

/** Said twice and meant once: the same text, or two spellings of a value that JavaScript can hold. */
function isSame(first: string | undefined, second: string | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  if (first === second) return true;
  return isScalar(first) && isScalar(second) && isHeld(JSON.parse(first), JSON.parse(second));
}

function isHeld(first: unknown, second: unknown): boolean {
  return first === second && (typeof first === 'string' || Number.isSafeInteger(first));
}

/** Strings, numbers and null. Raw control characters, broken escapes and words like 0x1F are not an id that was meant. */
function isScalar(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'number' || value === null;
  } catch {
    return false; // the id itself is broken
  }
}
