import type { PgCatalog } from './catalog.js';
import { coerces } from './coerces.js';
import type { PgType } from './pg-type.js';
import { baseOf, isUnknown } from './type-parts.js';

/**
 * The type that UNION, CASE, ARRAY and VALUES give to what is of these types; undefined where they do not go together.
 * The order counts: of a CASE, the result of ELSE comes first.
 */
export function commonType(catalog: PgCatalog, types: readonly PgType[]): PgType | undefined {
  const [first] = types;
  if (first !== undefined && !isUnknown(first) && types.every((type) => type === first)) {
    return first;
  }
  let chosen: PgType | undefined;
  for (const type of types) {
    const next = baseOf(type);
    if (isUnknown(next) || next === chosen) continue;
    if (chosen === undefined) {
      chosen = next;
      continue;
    }
    if (next.category !== chosen.category) return undefined;
    if (chosen.preferred || !coerces(catalog, chosen, next, 'implicit')) continue;
    if (!coerces(catalog, next, chosen, 'implicit')) chosen = next;
  }
  const common = chosen ?? catalog.type('text', { schema: 'pg_catalog' });
  if (common === undefined) return undefined;
  return types.every((type) => coerces(catalog, type, common, 'implicit')) ? common : undefined;
}
