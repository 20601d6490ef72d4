import { samplesOfFormat } from './formats.js';
import { judge } from './judge.js';
import { allOf, isSendable, sameJson, withMember, type Part, type SchemaScope } from './scope.js';
import {
  allowedOf,
  leastOf,
  membersOfView,
  mostOf,
  numbersOf,
  operandsOf,
  requiredOf,
  schemasOfItem,
  schemasOfMember,
  suggestedOf,
  textsOf,
  typesOf,
  viewsOf,
  type SchemaView,
} from './views.js';
import { writePattern } from './use-pattern.js';

/** Small numbers, and those beside the bounds and steps of a schema. */
function numbersFor(view: SchemaView): readonly number[] {
  const bounds = [
    ...numbersOf(view, 'minimum'),
    ...numbersOf(view, 'exclusiveMinimum'),
    ...numbersOf(view, 'maximum'),
    ...numbersOf(view, 'exclusiveMaximum'),
  ];
  const steps = numbersOf(view, 'multipleOf').filter((step) => step > 0);
  const middles = bounds.flatMap((low) => bounds.map((high) => (low + high) / 2));
  const found = [
    1,
    0,
    ...bounds.flatMap((bound) => [
      bound,
      Math.ceil(bound),
      Math.floor(bound),
      bound + 1,
      bound - 1,
    ]),
    ...steps,
    ...steps.flatMap((step) =>
      bounds.flatMap((bound) => [0, 1, -1].map((more) => (Math.floor(bound / step) + more) * step)),
    ),
    ...middles.slice(0, 64),
    0.5,
  ];
  return found.filter(Number.isFinite);
}

export const LONGEST_TEXT = 5000;

const PLAIN = 'errata-check';
const PATH = 'errata-check-does-not-exist';
const ADDRESS = 'http://127.0.0.1:9/';
const PATHS = /^(path|file|filename|filepath|dir|directory|folder)s?$/;
const ADDRESSES = /^(uri|url|endpoint)s?$/;

/** Harmless texts that a schema may want, the most recognisable first. */
function* textsFor(view: SchemaView, name: string, scope: SchemaScope): Generator<string> {
  const least = leastOf(view, 'minLength');
  const most = mostOf(view, 'maxLength');
  if (least > LONGEST_TEXT) return;
  yield* textsOf(view, 'format').flatMap(samplesOfFormat);
  for (const plain of new Set([plainFor(name), PLAIN, 'errata_check', 'errataCheck', 'errata'])) {
    yield textOfLength(plain, Math.max(least, Math.min(plain.length, most)));
  }
  yield '1';
  for (const source of textsOf(view, 'pattern')) {
    const pattern = scope.pattern(source);
    if (pattern === undefined) continue;
    for (const choice of [0, 1, 2]) {
      for (const more of [0, 1, 2, 4, 8, 12, 16, 24, 32]) {
        const text = writePattern(pattern, { more, choice });
        if (text !== undefined) yield text;
      }
    }
  }
}

/** This text, repeated and cut. */
export function textOfLength(text: string, length: number): string {
  if (length <= text.length) return text.slice(0, length);
  return `${text}-`.repeat(Math.ceil(length / (text.length + 1))).slice(0, length);
}

/** A path for what is named as one, so that a call that gets through finds nothing. */
function plainFor(name: string): string {
  const words = name
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => ADDRESSES.test(word))) return ADDRESS;
  return words.some((word) => PATHS.test(word)) ? PATH : PLAIN;
}

const DEPTH = 8;
const VIEWS = 24;
const MEMBERS = 200;
export const MOST_ITEMS = 100;

/** A value that surely fits, and the reading of the schema that it was made by. */
export interface Made {
  readonly value: unknown;
  readonly view: SchemaView;
}

/** What is known where a value is made. */
interface Making {
  readonly scope: SchemaScope;
  /** The name of the member that it is for, or whose items it is for. */
  readonly name: string;
  readonly depth: number;
  /** Values that it must differ from. */
  readonly not?: readonly unknown[];
}

/** Makes the smallest value that surely fits a schema; undefined if there is none, or no certainty. */
export function make(schema: unknown, making: Making): Made | undefined {
  const { scope, not = [] } = making;
  if (making.depth > DEPTH) return undefined;
  let left = VIEWS;
  for (const view of viewsOf(schema, scope)) {
    for (const value of candidates(view, making)) {
      if (scope.work.over) return undefined;
      if (not.some((other) => sameJson(value, other))) continue;
      if (judge(value, schema, scope) === 'valid') return { value, view };
    }
    left -= 1;
    if (left === 0) return undefined;
  }
  return undefined;
}

function* candidates(view: SchemaView, making: Making): Generator<unknown> {
  yield* [...allowedOf(view), ...suggestedOf(view)].filter(isSendable);
  for (const type of typesOf(view) ?? likelyTypes(view)) {
    if (type === 'object') yield* some(makeObject(view, making));
    else if (type === 'array') yield* some(makeList(view, making));
    else if (type === 'boolean') yield* [true, false];
    else if (type === 'null') yield null;
    else if (type === 'string') {
      yield* textsFor(view, making.name, making.scope);
      yield* (making.not ?? []).map((_, at) => `errata-check-${at + 1}`);
    } else {
      yield* numbersFor(view);
      yield* (making.not ?? []).map((_, at) => at + 2);
    }
  }
}

function* some(value: unknown): Generator<unknown> {
  if (value !== undefined) yield value;
}

/** The smallest object: what is required, and more only if there must be more. */
function makeObject(view: SchemaView, making: Making): Part | undefined {
  const { scope, depth } = making;
  const required = requiredOf(view);
  const wanted = leastOf(view, 'minProperties');
  if (Math.max(required.length, wanted) > MEMBERS) return undefined;
  const spare = Array.from({ length: wanted }, (_, at) => `errata_check_${at + 1}`);
  const optional = wanted > required.length ? [...membersOfView(view, scope), ...spare] : [];
  let value: Part = {};
  for (const name of new Set([...required, ...optional])) {
    const must = required.includes(name);
    if (!must && Object.keys(value).length >= wanted) break;
    const schema = allOf(schemasOfMember(view, name, scope));
    const made = make(schema, { scope, name, depth: depth + 1 });
    if (made !== undefined) value = withMember(value, name, made.value);
    else if (must) return undefined;
  }
  return value;
}

/** The smallest list, or one of at least so many items. */
export function makeList(
  view: SchemaView,
  { scope, name, depth }: Making,
  atLeast = 0,
): readonly unknown[] | undefined {
  const contained = operandsOf(view, 'contains');
  const wanted = Math.max(leastOf(view, 'minItems'), contained.length > 0 ? 1 : 0, atLeast);
  if (wanted > MOST_ITEMS) return undefined;
  const unique = operandsOf(view, 'uniqueItems').includes(true);
  const items: unknown[] = [];
  for (let at = 0; at < wanted; at++) {
    const schemas = [...schemasOfItem(view, at), ...(at === 0 ? contained : [])];
    const not = unique ? [...items] : [];
    const made = make(allOf(schemas), { scope, name, depth: depth + 1, not });
    if (made === undefined) return undefined;
    items.push(made.value);
  }
  return items;
}

const LIKELY: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'contains']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** What a schema without `type` is probably about: that first, a text otherwise. */
function likelyTypes(view: SchemaView): readonly string[] {
  const likely = LIKELY.filter(([, words]) => words.some((word) => operandsOf(view, word).length));
  return [...new Set([...likely.map(([type]) => type), 'string', 'number', 'object', 'array'])];
}
