import type { FuncCall } from 'libpg-query';
import type { Routine } from '../../pg/index.js';
import type { Typed } from '../model.js';
import { callArguments, type CallArguments } from './call-arguments.js';
import { chooseRoutine, type Call } from './choose-routine.js';
import { computedField } from './computed-field.js';
import type { Env } from './env.js';
import { locationOf, partsOf } from './names.js';
import { condition } from './type-conditions.js';
import { fieldsOfTyped } from './type-indirection.js';
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

/** `name(users)` means the column of a row where no function of that name takes the row. */
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
  return computedField(row, name, env.session) === undefined ? field : undefined;
}

function misuseOf(routine: Routine, call: FuncCall): string | undefined {
  const { kind } = routine;
  if (kind === 'window' && call.over === undefined) return 'is a window function and needs OVER';
  if (kind === 'procedure') return 'is a procedure and is called with CALL';
  if (kind === 'aggregate') return misuseOfAggregate(routine, call);
  if (kind === 'function' && call.over !== undefined) {
    return 'is neither a window function nor an aggregate, and has OVER';
  }
  const word = aggregateWord(call);
  return word === undefined ? undefined : `is no aggregate, and has ${word}`;
}

/** PostgreSQL's own aggregates over an order that WITHIN GROUP gives. */
const ORDERED = new Set(
  'mode percentile_cont percentile_disc rank dense_rank percent_rank cume_dist'.split(' '),
);

function misuseOfAggregate({ schema, name }: Routine, call: FuncCall): string | undefined {
  if (isEmpty(call)) return 'is called with a star: count(*)';
  if (schema !== 'pg_catalog') return undefined;
  const ordered = ORDERED.has(name);
  if (ordered && call.agg_within_group !== true) return 'needs WITHIN GROUP (ORDER BY …)';
  return !ordered && call.agg_within_group === true ? 'takes no WITHIN GROUP' : undefined;
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
