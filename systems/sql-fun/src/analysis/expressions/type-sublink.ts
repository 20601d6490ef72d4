import type { SubLink } from 'libpg-query';
import { arrayOf } from '../../pg/index.js';
import type { Output, Typed } from '../model.js';
import type { Env } from './env.js';
import { locationOf } from './names.js';
import { compareRows, operandOf } from './operands.js';
import { operatorUse } from './operate.js';
import { settle } from './settle.js';
import { builtin, builtinType, isOpen, UNTYPED } from './typed.js';

/** A query within an expression. */
export function typeSublink(link: SubLink, env: Env): Typed {
  switch (link.subLinkType) {
    case 'EXPR_SUBLINK':
      return single(link, env);
    case 'ARRAY_SUBLINK': {
      const { type, typmod } = single(link, env);
      return type === undefined ? UNTYPED : { type: arrayOf(type), typmod };
    }
    case 'ANY_SUBLINK':
    case 'ALL_SUBLINK':
      return compared(link, env);
    default:
      outputsOf(link, env);
      return builtin('bool', env.session);
  }
}

/** What has no type in a subquery is a text. */
function outputsOf({ subselect, location }: SubLink, env: Env): readonly Typed[] {
  if (subselect === undefined) return [];
  const text = builtinType('text', env.session);
  const outputs: readonly Output[] = env.queries.subquery(subselect, env.scope, env.session);
  return outputs.map((output) => {
    if (text === undefined || !isOpen(output)) return output;
    settle(output, text, env.session, location);
    return { type: text, typmod: -1 };
  });
}

function single(link: SubLink, env: Env): Typed {
  const outputs = outputsOf(link, env);
  const [first = UNTYPED] = outputs;
  if (outputs.length > 1) {
    const message = `A subquery that stands for a value has one column, and this one has ${outputs.length}.`;
    env.session.report({
      code: 'column_count',
      target: 'sql',
      name: 'SELECT',
      message,
      location: locationOf(link),
    });
  }
  return { type: first.type, typmod: first.typmod };
}

function compared(link: SubLink, env: Env): Typed {
  const left = operandOf(link.testexpr, env);
  const outputs = outputsOf(link, env);
  const use = operatorUse(link.operName, locationOf(link));
  if (left !== undefined) compareRows(use, left.row ?? [left.typed], outputs, env);
  return builtin('bool', env.session);
}
