import {
  baseOf,
  canCoerce,
  commonType,
  formatType,
  isUnknown,
  type PgType,
} from '../../pg/index.js';
import type { Session, Typed } from '../model.js';
import type { Where } from './coerce.js';
import { settle } from './settle.js';
import { isUnsettled, operandTypes, UNTYPED } from './typed.js';

/** What several values are part of, such as UNION, CASE or VALUES. */
export interface WhereOfMany extends Where {
  /** Where the value of an index is. */
  readonly at?: (index: number) => number | undefined;
}

/** What several values have in common. */
export function commonOf(typeds: readonly Typed[], session: Session, where: WhereOfMany): Typed {
  const types = operandTypes(typeds, session);
  if (types === undefined) return UNTYPED;
  const type = commonTypeOf(types, session);
  if (type === undefined) {
    const { name, target = 'sql', at } = where;
    const location = at?.(misfit(types, session)) ?? where.location;
    const message = `The values of ${name} are of types that do not go together: ${listed(types)}.`;
    session.report({ code: 'type_mismatch', target, name, message, location });
    return UNTYPED;
  }
  for (const typed of typeds)
    settle(typed, type, session, isUnsettled(typed) ? where.location : undefined);
  return { type, typmod: typmodOf(typeds, type) };
}

/** The common type, where every value really becomes one of it. */
export function commonTypeOf(types: readonly PgType[], session: Session): PgType | undefined {
  const { catalog } = session.schema;
  const common = commonType(catalog, types);
  if (common === undefined) return undefined;
  const fits = (type: PgType) =>
    type === common || isUnknown(type) || canCoerce(catalog, [type], [common], 'implicit');
  return types.every(fits) ? common : undefined;
}

/** The first that is of another category than the first; otherwise the first that does not go with those before it. */
function misfit(types: readonly PgType[], session: Session): number {
  const first = types.find((type) => !isUnknown(type));
  const other = types.findIndex(
    (type) => !isUnknown(type) && baseOf(type).category !== (first && baseOf(first).category),
  );
  if (other >= 0) return other;
  return types.findIndex((_, i) => commonTypeOf(types.slice(0, i + 1), session) === undefined);
}

/** A modifier is kept where all have it, and are of the common type to begin with. */
export function typmodOf(typeds: readonly Typed[], type: PgType): number {
  const typmod = typeds[0]?.typmod ?? -1;
  return typeds.every((typed) => typed.type === type && typed.typmod === typmod) ? typmod : -1;
}

function listed(types: readonly PgType[]): string {
  const known = types.filter((type) => !isUnknown(type));
  return [...new Set(known.map((type) => formatType(type)))].join(', ');
}
