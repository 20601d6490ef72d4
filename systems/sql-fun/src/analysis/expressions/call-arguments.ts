import type { FuncCall, Node } from 'libpg-query';
import type { CallOptions } from '../../pg/index.js';
import type { Typed } from '../model.js';
import type { Env } from './env.js';

/** The arguments of a call, in the order of the call. */
export interface CallArguments {
  readonly typeds: readonly Typed[];
  readonly options: CallOptions;
}

/** The arguments of a call. Of an ordered-set aggregate those of WITHIN GROUP come after the others. */
export function callArguments(call: FuncCall, env: Env): CallArguments {
  const argNames: string[] = [];
  const typeds: Typed[] = [];
  for (const arg of call.args ?? []) {
    if ('NamedArgExpr' in arg) {
      argNames.push(arg.NamedArgExpr.name ?? '');
      if (arg.NamedArgExpr.arg !== undefined) typeds.push(env.typeOf(arg.NamedArgExpr.arg));
    } else typeds.push(env.typeOf(arg));
  }
  if (call.agg_within_group === true) {
    for (const node of sorted(call.agg_order)) typeds.push(env.typeOf(node));
  }
  const options: CallOptions = {
    ...(argNames.length > 0 && { argNames }),
    ...(call.func_variadic === true && { variadicCall: true }),
    ...(call.agg_star === true && { star: true }),
  };
  return { typeds, options };
}

function sorted(order: readonly Node[] | undefined): readonly Node[] {
  return (order ?? []).flatMap((node) =>
    'SortBy' in node && node.SortBy.node !== undefined ? [node.SortBy.node] : [],
  );
}
