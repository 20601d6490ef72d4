import { isPlain, isSuspicious } from '../fault/index.js';

/**
 * The text with the JSON of a small value behind it, in which no built-in pattern of a redactor can find anything: written and
 * checked in one pass. Undefined for any other value. It takes less time than `JSON.stringify` and a look at its text.
 */
export function appendPlain(text: string, value: unknown, depth = 0): string | undefined {
  switch (typeof value) {
    case 'string':
      return isPlain(value) ? `${text}"${value}"` : undefined;
    case 'number':
      return text + (Number.isFinite(value) ? `${value}` : 'null');
    case 'boolean':
      return text + (value ? 'true' : 'false');
    case 'object':
      if (value === null) return `${text}null`;
      if (depth === MAX_DEPTH || 'toJSON' in value) return undefined;
      return Array.isArray(value)
        ? appendList(text, value, depth)
        : appendObject(text, value, depth);
    default:
      return undefined;
  }
}

const MAX_DEPTH = 4;
/** Larger values are for `JSON.stringify`. */
const MAX_ITEMS = 16;

function appendList(before: string, list: readonly unknown[], depth: number): string | undefined {
  if (list.length === 0 || list.length > MAX_ITEMS) return undefined;
  let text: string | undefined = before;
  for (let i = 0; i < list.length && text !== undefined; i++) {
    text = appendPlain(text + (i === 0 ? '[' : ','), list[i], depth + 1);
  }
  return text === undefined ? undefined : `${text}]`;
}

function appendObject(before: string, value: object, depth: number): string | undefined {
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const keys = Object.keys(value);
  if (keys.length > MAX_ITEMS) return undefined;
  let text = `${before}{`;
  let last: Last = FIRST;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const member = (value as Record<string, unknown>)[key];
    const spelled = plainKey(key);
    if (spelled === undefined) return undefined;
    if (typeof member === 'string') {
      if (!isPlain(member)) return undefined;
      text = text + spelled[last + 1]! + member;
      last = TEXT;
    } else {
      const longer = appendPlain(text + spelled[last]!, member, depth + 1);
      if (longer === undefined) return undefined;
      text = longer;
      last = VALUE;
    }
  }
  return text + (last === TEXT ? '"}' : '}');
}

/** What was written before a key: nothing, a value, or a string whose closing quote is still to come. */
export type Last = typeof FIRST | typeof VALUE | typeof TEXT;
export const FIRST = 0;
export const VALUE = 2;
export const TEXT = 4;

/**
 * A key as it is written after each `Last`; plus one, with the opening quote of a string. A text of few pieces is joined sooner.
 */
export type SpelledKey = readonly string[];

export function spellKey(key: string): SpelledKey {
  const json = JSON.stringify(key);
  return ['', ',', '",'].flatMap((before) => [`${before}${json}:`, `${before}${json}:"`]);
}

/** Keys that were looked at, up to a limit: a program uses the same few again and again. */
const known = new Map<string, SpelledKey>();
const MOST_KNOWN = 512;
const LONGEST_KEY = 64;

/** Undefined for a key that could be a secret itself, or the name of one. */
export function plainKey(key: string): SpelledKey | undefined {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (key.length > LONGEST_KEY || isSuspicious(`${JSON.stringify(key)}:"x"`)) return undefined;
  const spelled = spellKey(key);
  if (known.size < MOST_KNOWN) known.set(key, spelled);
  return spelled;
}
