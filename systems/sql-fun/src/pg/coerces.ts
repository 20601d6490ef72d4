import type { PgCatalog } from './catalog.js';
import type { PgType } from './pg-type.js';
import type { CastContext } from './routine.js';
import { baseOf, elementOf, isBuiltIn, isUnknown } from './type-parts.js';

const STRENGTH: Readonly<Record<CastContext, number>> = { implicit: 0, assignment: 1, explicit: 2 };

/** Whether a value of one type becomes one of another that is not polymorphic. */
export function coerces(
  catalog: PgCatalog,
  from: PgType,
  to: PgType,
  context: CastContext,
): boolean {
  if (from === to || isUnknown(from) || isBuiltIn(to, 'any')) return true;
  if (hasPathway(catalog, from, to, context)) return true;
  if (isBuiltIn(from, 'record')) return isRow(to);
  if (isBuiltIn(to, 'record')) return isRow(from);
  return isBuiltIn(to, '_record') && from.element !== undefined && isRow(from.element);
}

/** A cast, a cast of the elements of an array, or a conversion through text. */
function hasPathway(catalog: PgCatalog, from: PgType, to: PgType, context: CastContext): boolean {
  const source = baseOf(from);
  const target = baseOf(to);
  if (source === target) return true;
  const cast = catalog.cast(source, target);
  if (cast !== undefined) return STRENGTH[cast] <= STRENGTH[context];
  return viaElements(catalog, source, target, context) || viaText(source, target, context);
}

function viaElements(
  catalog: PgCatalog,
  source: PgType,
  target: PgType,
  context: CastContext,
): boolean {
  if (isBuiltIn(target, 'int2vector') || isBuiltIn(target, 'oidvector')) return false;
  const from = elementOf(source);
  const to = elementOf(target);
  return from !== undefined && to !== undefined && hasPathway(catalog, from, to, context);
}

function viaText(source: PgType, target: PgType, context: CastContext): boolean {
  if (context === 'implicit') return false;
  return target.category === 'S' || (context === 'explicit' && source.category === 'S');
}

function isRow(type: PgType): boolean {
  return baseOf(type).kind === 'composite';
}
