import type { PgCatalog } from './catalog.js';
import { coerces } from './coerces.js';
import type { PgType } from './pg-type.js';
import { bindPolymorphic, isPolymorphic } from './polymorphic.js';
import type { CastContext } from './routine.js';

/** Whether values of these types become values of those, each in its place; polymorphic types have to agree. */
export function canCoerce(
  catalog: PgCatalog,
  from: readonly PgType[],
  to: readonly PgType[],
  context: CastContext,
): boolean {
  let polymorphic = false;
  for (let i = 0; i < to.length; i++) {
    const source = from[i]!;
    const target = to[i]!;
    if (isPolymorphic(target)) polymorphic = true;
    else if (!coerces(catalog, source, target, context)) return false;
  }
  return !polymorphic || bindPolymorphic(catalog, from, to) !== undefined;
}
