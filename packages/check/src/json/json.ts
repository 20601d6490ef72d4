import { weightOf, boundDepth, endOfString, MOST_ENTRIES, thinText } from './thin-text.js';

/** Characters that a text has at least where its value is too deep to be walked through. */
const DEEP = 1000;
/** The same where it is too large to be kept, or to be made at all. */
const LARGE = MOST_ENTRIES;

/** Texts that were read, with their values: many cases look at the same messages. */
const known = new Map<string, unknown>();
/** Bytes, more or less. */
const MOST_KNOWN = 24_000_000;
const LONGEST_KNOWN = 70_000;
let size = 0;

/**
 * The value of a JSON text, or undefined; what lies hundreds of levels deep in it is null, and entries beyond a limit are left out. Values
 * are shared and never changed.
 */
export function parseJson(text: string): unknown {
  if (text.length > LONGEST_KNOWN) return parse(text);
  const before = known.get(text);
  if (before !== undefined || known.has(text)) return before;
  const value = parse(text);
  const weight = weightOf(text);
  size += weight;
  if (size > MOST_KNOWN) {
    known.clear();
    size = weight;
  }
  known.set(text, value);
  return value;
}

function parse(text: string): unknown {
  try {
    if (text.length > LARGE) return JSON.parse(thinText(text));
    const value = JSON.parse(text) as unknown;
    return text.length > DEEP ? boundDepth(value) : value;
  } catch {
    return undefined; // the caller can use the text alone
  }
}

/** The value itself if it is an object, otherwise an empty object. */
export function objectOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a member of the outermost object as it was written, such as `9007199254740993` of an id; undefined if there is none. */
export function rawMember(text: string, name: string): string | undefined {
  let depth = 0;
  let at = 0;
  let key: string | undefined;
  let begin = -1;
  let found: string | undefined;
  const finish = (end: number): void => {
    if (key === name && begin >= 0) found = text.slice(begin, end).trim();
    key = undefined;
    begin = -1;
  };
  while (at < text.length) {
    const letter = text[at]!;
    if (letter === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && begin < 0) key = stringIn(text.slice(at, end));
      at = end;
      continue;
    }
    if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      if (depth === 1) finish(at);
      depth -= 1;
    } else if (depth === 1 && letter === ':') begin = at + 1;
    else if (depth === 1 && letter === ',') finish(at);
    at += 1;
  }
  return found;
}

/** What a JSON string says. Not kept: a piece of a text would keep the whole of it. */
function stringIn(text: string): string | undefined {
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
