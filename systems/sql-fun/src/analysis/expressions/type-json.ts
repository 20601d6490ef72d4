import type {
  JsonArrayConstructor,
  JsonArrayQueryConstructor,
  JsonIsPredicate,
  JsonObjectConstructor,
  JsonOutput,
  JsonParseExpr,
  JsonScalarExpr,
  JsonSerializeExpr,
  JsonValueExpr,
  Node,
} from 'libpg-query';
import { baseOf, formatType, isUnknown, type PgType } from '../../pg/index.js';
import type { Typed } from '../model.js';
import { firstLocation } from '../node.js';
import type { Env } from './env.js';
import { resolveType } from './resolve-type.js';
import { settle } from './settle.js';
import { builtin, builtinType, UNTYPED } from './typed.js';

/** The type that RETURNING says, or the one that there is without it. */
export function returning(output: JsonOutput | undefined, otherwise: string, env: Env): Typed {
  if (output?.typeName === undefined) return builtin(otherwise, env.session);
  return resolveType(output.typeName, env.session) ?? UNTYPED;
}

/** A value that becomes part of a JSON text. Nothing more than a text is known of a literal. */
export function jsonValue(value: JsonValueExpr | undefined, env: Env): Typed {
  return value?.raw_expr === undefined ? UNTYPED : jsonPart(value.raw_expr, env);
}

/** A part that is a text where nothing else is said of it. */
export function jsonPart(node: Node, env: Env): Typed {
  const typed = env.typeOf(node);
  const text = builtinType('text', env.session);
  if (text !== undefined) settle(typed, text, env.session, undefined);
  return typed;
}

export function typeJsonObject({ exprs, output }: JsonObjectConstructor, env: Env): Typed {
  const parts = (exprs ?? []).flatMap((node) => {
    if (!('JsonKeyValue' in node)) return [];
    const { key, value } = node.JsonKeyValue;
    return [...(key === undefined ? [] : [env.typeOf(key)]), jsonValue(value, env)];
  });
  return returning(output, binaryIfAny(parts), env);
}

export function typeJsonArray({ exprs, output }: JsonArrayConstructor, env: Env): Typed {
  const parts = (exprs ?? []).map((node) =>
    'JsonValueExpr' in node ? jsonValue(node.JsonValueExpr, env) : env.typeOf(node),
  );
  return returning(output, binaryIfAny(parts), env);
}

export function typeJsonArrayQuery({ query, output }: JsonArrayQueryConstructor, env: Env): Typed {
  const outputs = query === undefined ? [] : env.queries.subquery(query, env.scope, env.session);
  return returning(output, binaryIfAny(outputs), env);
}

export function typeJsonParse({ expr, output }: JsonParseExpr, env: Env): Typed {
  jsonValue(expr, env);
  return returning(output, 'json', env);
}

export function typeJsonScalar({ expr, output }: JsonScalarExpr, env: Env): Typed {
  if (expr !== undefined) jsonPart(expr, env);
  return returning(output, 'json', env);
}

export function typeJsonSerialize({ expr, output }: JsonSerializeExpr, env: Env): Typed {
  jsonValue(expr, env);
  return returning(output, 'text', env);
}

/** `x IS JSON`. */
export function typeJsonPredicate({ expr }: JsonIsPredicate, env: Env): Typed {
  const type = expr && jsonPart(expr, env).type;
  if (type !== undefined && !mayBeJson(baseOf(type))) {
    const name = formatType(type);
    const message = `IS JSON is for texts, json, jsonb and bytea, and this is of type ${name}.`;
    const location = firstLocation(expr);
    env.session.report({ code: 'type_mismatch', target: 'type', name, message, location });
  }
  return builtin('bool', env.session);
}

function mayBeJson(type: PgType): boolean {
  return type.category === 'S' || isUnknown(type) || /^(?:jsonb?|bytea)$/.test(type.name);
}

/** What is made of jsonb is jsonb. */
export function binaryIfAny(parts: readonly Typed[]): 'json' | 'jsonb' {
  return parts.some(({ type }) => type?.name === 'jsonb') ? 'jsonb' : 'json';
}
