// Finds where values stand in a JSON text. JSON.parse loses digits beyond 2^53, so what is only passed on is cut out of
// its source. The texts were parsed before: here they are known to be valid, or their end is looked for and not found.

/** Where a value is in a text. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** The values of a valid object by name. Of equal names the last one counts, as it does for JSON.parse. */
export function findMembers(text: string, from = 0): ReadonlyMap<string, Slice> {
  const members = new Map<string, Slice>();
  // A byte order mark is not part of JSON, but may be there (RFC 8259 §8.1).
  let i = skipSpace(text, text.charCodeAt(from) === 0xfeff ? from + 1 : from);
  if (text[i] !== '{') return members;
  do {
    const key = skipSpace(text, i + 1);
    if (text.charCodeAt(key) !== QUOTE) break;
    const keyEnd = endOfString(text, key);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfJson(text, start);
    if (keyEnd === -1 || end === -1) break;
    members.set(keyOf(text.slice(key, keyEnd)), { start, end });
    i = skipSpace(text, end);
  } while (text.charCodeAt(i) === COMMA);
  return members;
}

/** The text of one member at the top of a valid object. */
export function memberText(text: string, name: string): string | undefined {
  const slice = findMembers(text).get(name);
  return slice === undefined ? undefined : text.slice(slice.start, slice.end);
}

/** Where a nested member is: `['params', '_meta', key]`. */
export function findPath(text: string, path: readonly string[]): Slice | undefined {
  let slice: Slice = { start: 0, end: text.length };
  for (const name of path) {
    const next = findMembers(text, slice.start).get(name);
    if (next === undefined || next.end > slice.end) return undefined;
    slice = next;
  }
  return slice;
}

/** The texts of the items of a valid array. */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let i = text.indexOf('[');
  do {
    const start = skipSpace(text, i + 1);
    const end = endOfJson(text, start);
    if (end <= start) break;
    items.push(text.slice(start, end));
    i = skipSpace(text, end);
  } while (text.charCodeAt(i) === COMMA);
  return items;
}

/** The index behind the value that begins at `start`; -1 where it is cut off. */
export function endOfJson(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    SCALAR_END.lastIndex = start;
    return SCALAR_END.exec(text)?.index ?? text.length;
  }
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      i = endOfString(text, i) - 1;
      if (i < 0) return -1;
    } else if (unit === 0x7b || unit === 0x5b) {
      depth++;
    } else if ((unit === 0x7d || unit === 0x5d) && --depth === 0) {
      return i + 1;
    }
  }
  return -1;
}

/** One line, as stdio needs it: in valid JSON a line break can only stand between two tokens. */
export function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, ' ') : json;
}

const SCALAR_END = /[\s,\]}]/g;

function skipSpace(text: string, from: number): number {
  let i = from;
  for (;;) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return i;
    i++;
  }
}

/** The index behind the quote that closes the string at `start`, or -1. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end + 1;
  }
  return -1;
}

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
