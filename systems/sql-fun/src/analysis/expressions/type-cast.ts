import type { CollateClause, TypeCast } from 'libpg-query';
import { baseOf, elementOf, formatType, isUnknown, type PgType } from '../../pg/index.js';
import type { Typed } from '../model.js';
import { coerce } from './coerce.js';
import type { Env } from './env.js';
import { locationOf } from './names.js';
import { resolveType } from './resolve-type.js';
import { typeArrayAs } from './type-array.js';
import { UNTYPED } from './typed.js';

/** `CAST (x AS t)` and `x::t`. */
export function typeCast(cast: TypeCast, env: Env): Typed {
  const { arg, typeName } = cast;
  const target = typeName && resolveType(typeName, env.session);
  if (arg === undefined) return target ?? UNTYPED;
  if (target !== undefined && 'A_ArrayExpr' in arg && elementOf(target.type) !== undefined) {
    return typeArrayAs(arg.A_ArrayExpr, target, env);
  }
  const typed = env.typeOf(arg);
  if (target === undefined) return UNTYPED;
  const location = locationOf(cast) ?? (typeName && locationOf(typeName));
  const where = { target: 'sql', name: 'CAST', location } as const;
  return coerce(typed, target, env.session, 'explicit', where);
}

const WITHOUT_COLLATION = new Set(['B', 'D', 'I', 'N', 'R', 'T', 'V', 'G']);

/** `x COLLATE c` is what x is. */
export function typeCollate(clause: CollateClause, env: Env): Typed {
  if (clause.arg === undefined) return UNTYPED;
  const typed = env.typeOf(clause.arg);
  if (typed.type !== undefined && !mayBeCollated(typed.type)) {
    const name = formatType(typed.type);
    const message = `Values of type ${name} have no collation.`;
    const location = locationOf(clause);
    env.session.report({ code: 'type_mismatch', target: 'type', name, message, location });
  }
  return typed;
}

function mayBeCollated(type: PgType): boolean {
  const base = baseOf(elementOf(type) ?? type);
  return isUnknown(base) || base.kind !== 'base' || !WITHOUT_COLLATION.has(base.category);
}
