import type { Node, XmlExpr, XmlSerialize } from 'libpg-query';
import type { Typed } from '../model.js';
import { whereOf } from '../node.js';
import { coerce } from './coerce.js';
import type { Env } from './env.js';
import { resolveType } from './resolve-type.js';
import { builtin, builtinType, UNTYPED } from './typed.js';

/** What the arguments are converted to, in their order; the last one counts for all that follow. */
const ARGUMENTS: Readonly<Partial<Record<NonNullable<XmlExpr['op']>, readonly string[]>>> = {
  IS_XMLCONCAT: ['xml'],
  IS_XMLPARSE: ['text', 'bool'],
  IS_XMLPI: ['text'],
  IS_XMLROOT: ['xml', 'text', 'int4'],
  IS_DOCUMENT: ['xml'],
};

/** XMLELEMENT and its kin, and IS DOCUMENT. */
export function typeXml({ op, named_args, args }: XmlExpr, env: Env): Typed {
  for (const node of named_args ?? []) {
    if ('ResTarget' in node && node.ResTarget.val !== undefined) env.typeOf(node.ResTarget.val);
  }
  const types = (op && ARGUMENTS[op]) ?? [];
  const word = op === 'IS_DOCUMENT' ? 'IS DOCUMENT' : (op ?? '').replace(/^IS_/, '');
  for (const [index, node] of (args ?? []).entries()) {
    argument(node, types[index] ?? types.at(-1), word, env);
  }
  return builtin(op === 'IS_DOCUMENT' ? 'bool' : 'xml', env.session);
}

/** `XMLSERIALIZE (CONTENT x AS t)`. */
export function typeXmlSerialize({ expr, typeName }: XmlSerialize, env: Env): Typed {
  if (expr !== undefined) argument(expr, 'xml', 'XMLSERIALIZE', env);
  return (typeName && resolveType(typeName, env.session)) ?? UNTYPED;
}

function argument(node: Node, name: string | undefined, word: string, env: Env): void {
  const typed = env.typeOf(node);
  const type = name === undefined ? undefined : builtinType(name, env.session);
  if (type === undefined) return;
  coerce(typed, { type, typmod: -1 }, env.session, 'assignment', whereOf(word, node));
}
