import type { JsonFuncExpr } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { locationOf } from './names.js';
import { settle } from './settle.js';
import { jsonValue, returning } from './type-json.js';
import { builtin, builtinType } from './typed.js';

const RESULTS = {
  JSON_EXISTS_OP: 'bool',
  JSON_QUERY_OP: 'jsonb',
  JSON_VALUE_OP: 'text',
  JSON_TABLE_OP: 'record',
} as const;

/** JSON_EXISTS, JSON_QUERY and JSON_VALUE. */
export function typeJsonFunction(call: JsonFuncExpr, env: Env): Typed {
  const { session } = env;
  jsonValue(call.context_item, env);
  const path = builtinType('jsonpath', session);
  if (call.pathspec !== undefined && path !== undefined) {
    settle(env.typeOf(call.pathspec), path, session, locationOf(call));
  }
  for (const node of call.passing ?? []) {
    if ('JsonArgument' in node) jsonValue(node.JsonArgument.val, env);
  }
  const operation = call.op ?? 'JSON_VALUE_OP';
  const result =
    operation === 'JSON_EXISTS_OP'
      ? builtin('bool', session)
      : returning(call.output, RESULTS[operation], env);
  for (const behavior of [call.on_empty, call.on_error]) {
    if (behavior?.expr !== undefined) env.typeOf(behavior.expr);
  }
  return result;
}
