import type { JsonAggConstructor, JsonArrayAgg, JsonObjectAgg } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { condition } from './type-conditions.js';
import { binaryIfAny, jsonValue, returning } from './type-json.js';
import { sortKeys, windowParts } from './window-parts.js';

export function typeJsonObjectAggregate(aggregate: JsonObjectAgg, env: Env): Typed {
  const { key, value } = aggregate.arg ?? {};
  const parts = [...(key === undefined ? [] : [env.typeOf(key)]), jsonValue(value, env)];
  return around(clausesOf(aggregate), parts, env);
}

export function typeJsonArrayAggregate(aggregate: JsonArrayAgg, env: Env): Typed {
  return around(clausesOf(aggregate), [jsonValue(aggregate.arg, env)], env);
}

/** Every object has a `constructor`; only one that the parser wrote counts. */
function clausesOf(aggregate: JsonObjectAgg | JsonArrayAgg): JsonAggConstructor {
  return Object.hasOwn(aggregate, 'constructor') ? (aggregate.constructor ?? {}) : {};
}

function around(
  { output, agg_filter, agg_order, over }: JsonAggConstructor,
  parts: readonly Typed[],
  env: Env,
): Typed {
  if (agg_filter !== undefined) condition(agg_filter, 'FILTER', env);
  sortKeys(agg_order, env);
  if (over !== undefined) windowParts(over, env);
  return returning(output, binaryIfAny(parts), env);
}
