import { clipText, stripInvisible } from '../fault/index.js';

// What is read here was thrown by a stranger or sent by a peer: any property may be a getter that throws, any object a
// proxy. Everything goes through these functions and `peek`, and each property is read once.

export function isObject(thing: unknown): thing is object {
  return typeof thing === 'object' && thing !== null;
}

/** Own enumerable keys, or none. */
export function keysOf(thing: unknown): readonly string[] {
  try {
    return isObject(thing) ? Object.keys(thing) : [];
  } catch {
    return []; // a proxy without keys has none
  }
}

/** The first hundred items of an array. */
export function itemsOf(thing: unknown): readonly unknown[] {
  try {
    return Array.isArray(thing) ? (thing as unknown[]).slice(0, 100) : [];
  } catch {
    return []; // a revoked proxy is no list
  }
}

export function isList(thing: unknown): boolean {
  try {
    return Array.isArray(thing);
  } catch {
    return false; // a revoked proxy is no list
  }
}

const MAX_TEXT = 4000;

/** A non-empty text without invisible characters, shortened: peers send whole HTML pages. */
export function asText(thing: unknown): string | undefined {
  if (typeof thing !== 'string' || thing === '') return undefined;
  return stripInvisible(clipText(thing, MAX_TEXT));
}

export function asInteger(thing: unknown): number | undefined {
  return Number.isSafeInteger(thing) ? (thing as number) : undefined;
}

export function asBoolean(thing: unknown): boolean | undefined {
  return typeof thing === 'boolean' ? thing : undefined;
}

/** A value of a closed list of words. */
export function asOneOf<T extends string>(thing: unknown, words: readonly T[]): T | undefined {
  return words.find((word) => word === thing);
}

/** The result of a function, or undefined if it throws: catalogs compute from a context that a peer may have cut. */
export function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined; // the caller has another source, or does without
  }
}

/** The same object without the members that are undefined. */
export function compact<T extends object>(members: T): Compact<T> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) kept[key] = value;
  return kept as Compact<T>;
}

type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
