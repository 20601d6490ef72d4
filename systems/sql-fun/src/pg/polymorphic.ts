import type { PgCatalog } from './catalog.js';
import { commonType } from './common-type.js';
import type { PgType } from './pg-type.js';
import { baseOf, elementOf, isUnknown } from './type-parts.js';

/** What the polymorphic types of one call stand for; a member is undefined where the call does not say it. */
interface Families {
  element?: PgType;
  array?: PgType;
  range?: PgType;
  multirange?: PgType;
  /** All that has to agree with `anycompatible`. */
  readonly compatible: PgType[];
  compatibleRange?: PgType;
  compatibleMultirange?: PgType;
}

/** Gives what a declared type stands for; undefined where it cannot be determined. */
export type Binding = (declared: PgType) => PgType | undefined;

const POLYMORPHIC = new Set([
  'anyelement',
  'anynonarray',
  'anyenum',
  'anyarray',
  'anyrange',
  'anymultirange',
  'anycompatible',
  'anycompatiblenonarray',
  'anycompatiblearray',
  'anycompatiblerange',
  'anycompatiblemultirange',
]);

const itself: Binding = (type) => type;

export function isPolymorphic(type: PgType): boolean {
  return type.kind === 'pseudo' && POLYMORPHIC.has(type.name);
}

/** What the polymorphic types among the declared ones stand for; undefined where the actual types contradict each other. */
export function bindPolymorphic(
  catalog: PgCatalog,
  actual: readonly PgType[],
  declared: readonly PgType[],
): Binding | undefined {
  if (!declared.some(isPolymorphic)) return itself;
  const used = new Set(declared.filter(isPolymorphic).map(({ name }) => name));
  const families: Families = { compatible: [] };
  for (const [i, type] of declared.entries()) {
    const given = actual[i];
    if (given === undefined || isUnknown(given) || !isPolymorphic(type)) continue;
    if (!take(families, type.name, given)) return undefined;
  }
  if (!completes(catalog, families, used)) return undefined;
  const { compatible } = families;
  const common = commonType(catalog, compatible);
  if (common === undefined || !suits(families, used, common)) return undefined;
  return (type) => (isPolymorphic(type) ? standFor(families, type.name, common) : type);
}

/** Takes one argument in; false where it contradicts those before it. */
function take(families: Families, declared: string, given: PgType): boolean {
  const agree = (key: Exclude<keyof Families, 'compatible'>, type: PgType) =>
    (families[key] ??= type) === type;
  const base = baseOf(given);
  switch (declared) {
    case 'anyarray':
      return agree('array', base);
    case 'anyrange':
      return agree('range', base);
    case 'anymultirange':
      return agree('multirange', base);
    case 'anycompatible':
    case 'anycompatiblenonarray':
      families.compatible.push(given);
      return true;
    case 'anycompatiblearray': {
      const element = elementOf(base);
      if (element !== undefined) families.compatible.push(element);
      return element !== undefined;
    }
    case 'anycompatiblerange':
      return base.kind === 'range' && agree('compatibleRange', base);
    case 'anycompatiblemultirange':
      return base.kind === 'multirange' && agree('compatibleMultirange', base);
    default:
      return agree('element', given);
  }
}

/** Follows from arrays and ranges to their elements; false where that contradicts what is known. */
function completes(catalog: PgCatalog, families: Families, used: ReadonlySet<string>): boolean {
  const { array, multirange, compatibleMultirange } = families;
  if (array !== undefined) {
    // The anyarray columns of pg_stats are the only values of a polymorphic type.
    const element = isPolymorphic(array)
      ? catalog.type('anyelement', { schema: 'pg_catalog' })
      : elementOf(array);
    if (element === undefined || (families.element ??= element) !== element) return false;
  }
  if (multirange !== undefined) {
    const range = multirange.kind === 'multirange' ? multirange.subtype : undefined;
    if (range === undefined || (families.range ??= range) !== range) return false;
  }
  if (families.range !== undefined) {
    const subtype = families.range.kind === 'range' ? families.range.subtype : undefined;
    if (subtype === undefined || (families.element ??= subtype) !== subtype) return false;
  }
  if (compatibleMultirange?.subtype !== undefined) {
    const range = compatibleMultirange.subtype;
    if ((families.compatibleRange ??= range) !== range) return false;
  }
  const { element, compatibleRange } = families;
  if (compatibleRange?.subtype !== undefined) families.compatible.push(compatibleRange.subtype);
  if (used.has('anynonarray') && element !== undefined && elementOf(element) !== undefined) {
    return false;
  }
  return !used.has('anyenum') || element?.kind === 'enum';
}

function suits(families: Families, used: ReadonlySet<string>, common: PgType): boolean {
  const { compatible, compatibleRange } = families;
  if (compatible.length === 0) return true;
  if (used.has('anycompatiblenonarray') && elementOf(common) !== undefined) return false;
  return compatibleRange === undefined || compatibleRange.subtype === common;
}

function standFor(families: Families, name: string, common: PgType): PgType | undefined {
  const { element, array, range, multirange, compatibleRange, compatibleMultirange } = families;
  switch (name) {
    case 'anyarray':
      return array ?? element?.array;
    case 'anyrange':
      return range;
    case 'anymultirange':
      return multirange ?? range?.multirange;
    case 'anycompatible':
    case 'anycompatiblenonarray':
      return common;
    case 'anycompatiblearray':
      return common.array;
    case 'anycompatiblerange':
      return compatibleRange;
    case 'anycompatiblemultirange':
      return compatibleMultirange ?? compatibleRange?.multirange;
    default:
      return element;
  }
}
