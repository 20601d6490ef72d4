import type { SchemaScope } from './scope.js';
import { allowedOf, typesOf, viewsOf, type SchemaView } from './views.js';

const VIEWS = 8;
const WORDS = 20;

/** How the languages of servers call the types. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  string: ['string', 'str', 'text'],
  number: ['number', 'float', 'numeric'],
  integer: ['integer', 'int', 'number', 'numeric'],
  boolean: ['boolean', 'bool'],
  array: ['array', 'list'],
  object: ['object', 'dict', 'dictionary', 'map', 'record'],
  null: ['null', 'none'],
};

/** The first readings of a schema, to speak of what it allows. */
export function readingsOf(schema: unknown, scope: SchemaScope): readonly SchemaView[] {
  const found: SchemaView[] = [];
  for (const view of viewsOf(schema, scope)) {
    found.push(view);
    if (found.length === VIEWS) break;
  }
  return found;
}

/** The types that any reading allows; none where a reading does not speak of types. */
export function typesOfAny(views: readonly SchemaView[]): readonly string[] {
  const types = views.map((view) => typesOf(view));
  return types.includes(undefined) ? [] : [...new Set(types.flatMap((each) => each ?? []))];
}

export function wordsForTypes(types: readonly string[]): readonly string[] {
  return [...new Set(types.flatMap((type) => NAMES[type] ?? []))];
}

/** The allowed values as a message would say them. */
export function wordsForAllowed(views: readonly SchemaView[]): readonly string[] {
  const texts = views.flatMap(allowedOf).flatMap((value) => {
    if (typeof value === 'string') return value === '' ? [] : [value];
    return typeof value === 'object' ? [] : [String(value)];
  });
  return [...new Set(texts)].slice(0, WORDS);
}

/** A bound as a message would say it, and what is said in place of the smallest ones. */
export function wordsForBound(...bounds: readonly number[]): readonly string[] {
  const signs = bounds.includes(0) || bounds.includes(1) ? ['positive', 'negative'] : [];
  return [...bounds.map(String), ...signs];
}

/** A length as a message would say it. */
export function wordsForLength(length: number): readonly string[] {
  return length === 1 ? ['1', 'one', 'empty'] : [String(length)];
}

/** A value in a sentence. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A count in a sentence. */
export function amount(count: number, of: string): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`;
}

/** `an object`, `a string or a number`. */
export function anyOfTypes(types: readonly string[]): string {
  return types.map((type) => (type === 'null' ? type : article(type))).join(' or ');
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
