import type { FuncCall } from 'libpg-query';
import type { Routine } from '../../pg/index.js';
import type { Typed } from '../model.js';
import { callArguments, type CallArguments } from './call-arguments.js';
import { chooseRoutine, type Call } from './choose-routine.js';
import type { Env } from './env.js';
import { locationOf, partsOf } from './names.js';
import { condition } from './type-conditions.js';
import { fieldsOfTyped } from './type-indirection.js';
import { visiblePath } from './visible.js';
import { sortKeys, windowParts } from './window-parts.js';

/** A call of a function, aggregate or window function. */
export function typeCall(call: FuncCall, env: Env): Typed {
  return resolveCall(call, env).typed;
}

/** The same with the routine that was chosen. */
export function resolveCall(call: FuncCall, env: Env): Call {
  const parts = partsOf(call.funcname);
  const location = locationOf(call);
  const args = callArguments(call, env);
  if (call.agg_filter !== undefined) condition(call.agg_filter, 'FILTER', env);
  if (call.agg_within_group !== true) sortKeys(call.agg_order, env);
  if (call.over !== undefined) windowParts(call.over, env);
  const field = fieldByCall(parts, call, args, env);
  if (field !== undefined) return { typed: field };
  const chosen = chooseRoutine(parts, args, location, env.session);
  const misuse = chosen.found && misuseOf(chosen.found.routine, call);
  if (misuse !== undefined) {
    const name = parts.join('.');
    const message = `${name} ${misuse}.`;
    env.session.report({ code: 'misplaced', target: 'function', name, message, location });
  }
  return chosen;
}

/** `name(users)` means the column of a row where there is no function of that name. */
function fieldByCall(
  parts: readonly string[],
  call: FuncCall,
  { typeds, options }: CallArguments,
  env: Env,
): Typed | undefined {
  const [name = ''] = parts;
  const [row] = typeds;
  if (parts.length !== 1 || typeds.length !== 1 || row === undefined) return undefined;
  if (Object.keys(options).length > 0 || call.over !== undefined) return undefined;
  const field = fieldsOfTyped(row, env)?.find((each) => each.name === name);
  if (field === undefined) return undefined;
  const { catalog } = env.session.schema;
  if (catalog.routines(name, { path: visiblePath(env.session) }).length > 0) return undefined;
  return { type: field.type, typmod: field.typmod };
}

function misuseOf({ kind }: Routine, call: FuncCall): string | undefined {
  if (kind === 'window' && call.over === undefined) return 'is a window function and needs OVER';
  if (kind === 'procedure') return 'is a procedure and is called with CALL';
  if (kind === 'aggregate') return isEmpty(call) ? 'is called with a star: count(*)' : undefined;
  if (kind === 'function' && call.over !== undefined) {
    return 'is neither a window function nor an aggregate, and has OVER';
  }
  const word = aggregateWord(call);
  return word === undefined ? undefined : `is no aggregate, and has ${word}`;
}

function isEmpty({ args = [], agg_star, agg_within_group }: FuncCall): boolean {
  return args.length === 0 && agg_star !== true && agg_within_group !== true;
}

function aggregateWord(call: FuncCall): string | undefined {
  if (call.agg_star === true) return 'a star as its argument';
  if (call.agg_distinct === true) return 'DISTINCT';
  if (call.agg_within_group === true) return 'WITHIN GROUP';
  if ((call.agg_order ?? []).length > 0) return 'ORDER BY';
  return call.agg_filter === undefined ? undefined : 'FILTER';
}
