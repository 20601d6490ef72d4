import { judge } from '../judge/judge.js';
import type { Scope } from '../judge/scope.js';
import { allOf, withMember } from '../part.js';
import type { Part } from '../part.js';
import { sameJson } from '../same-json.js';
import { isSendable } from '../sendable.js';
import { numbersFor } from './numbers.js';
import {
  allowedOf,
  leastOf,
  membersOfView,
  operandsOf,
  requiredOf,
  schemasOfItem,
  schemasOfMember,
  suggestedOf,
  typesOf,
} from './read-view.js';
import { textsFor } from './texts.js';
import { viewsOf } from './views.js';
import type { View } from './views.js';

const DEPTH = 8;
const VIEWS = 24;
const MEMBERS = 200;
export const MOST_ITEMS = 100;

/** A value that surely fits, and the reading of the schema that it was made by. */
export interface Made {
  readonly value: unknown;
  readonly view: View;
}

/** What is known where a value is made. */
export interface Making {
  readonly scope: Scope;
  /** The name of the member that it is for, or whose items it is for. */
  readonly name: string;
  readonly depth: number;
  /** Values that it must differ from. */
  readonly not?: readonly unknown[];
}

/** Makes the smallest value that surely fits a schema; undefined where there is none, or no certainty. */
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

function* candidates(view: View, making: Making): Generator<unknown> {
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

/** The smallest object: what is required, and more only where there must be more. */
function makeObject(view: View, making: Making): Part | undefined {
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
  view: View,
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
function likelyTypes(view: View): readonly string[] {
  const likely = LIKELY.filter(([, words]) => words.some((word) => operandsOf(view, word).length));
  return [...new Set([...likely.map(([type]) => type), 'string', 'number', 'object', 'array'])];
}
