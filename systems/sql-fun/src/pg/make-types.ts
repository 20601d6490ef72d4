import type { PgField, PgType, TypeUse } from './pg-type.js';
import type { Routine } from './routine.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An enum with its array. */
export function makeEnum(schema: string, name: string, labels: readonly string[]): PgType {
  return withArray({ schema, name, kind: 'enum', category: 'E', preferred: false, labels });
}

/** A domain with its array. It has the category of what it is made of, and is never preferred. */
export function makeDomain(schema: string, name: string, base: TypeUse): PgType {
  const { category } = base.type;
  return withArray({ schema, name, kind: 'domain', category, preferred: false, base });
}

/** A composite type, or the type of the rows of a relation, with its array. */
export function makeComposite(schema: string, name: string, fields?: readonly PgField[]): PgType {
  const type = { schema, name, kind: 'composite', category: 'C', preferred: false } as const;
  return withArray({ ...type, ...(fields !== undefined && { fields }) });
}

/** A base type (of C functions) with its array. */
export function makeBase(
  schema: string,
  name: string,
  { category = 'U', preferred = false }: { category?: string; preferred?: boolean } = {},
): PgType {
  return withArray({ schema, name, kind: 'base', category, preferred });
}

/** A range with its array and its multirange. */
export function makeRange(
  schema: string,
  name: string,
  subtype: PgType,
  multirangeName = multirangeNameOf(name),
): PgType {
  const ranges = { schema, category: 'R', preferred: false } as const;
  const range: Mutable<PgType> = { ...ranges, name, kind: 'range', subtype };
  range.multirange = withArray({
    ...ranges,
    name: multirangeName,
    kind: 'multirange',
    subtype: range,
  });
  return withArray(range);
}

/** The constructors that PostgreSQL makes for a range and its multirange. */
export function rangeRoutines(range: PgType, text: PgType): readonly Routine[] {
  const { schema, subtype, multirange, array } = range;
  if (subtype === undefined || multirange === undefined || array === undefined) return [];
  const constructor = (returns: PgType, args: readonly PgType[]): Routine => {
    const { name } = returns;
    return { schema, name, kind: 'function', args, defaults: 0, returns, returnsSet: false };
  };
  return [
    constructor(range, [subtype, subtype]),
    constructor(range, [subtype, subtype, text]),
    constructor(multirange, []),
    constructor(multirange, [range]),
    { ...constructor(multirange, [array]), variadic: range },
  ];
}

/**
 * Says of a type that was made before what was not known then; whoever has the type has it with this from now on. A catalog
 * knows the type by its old name: to rename it, remove it from there before, and add it after.
 */
export function redefine(
  type: PgType,
  changes: Partial<Pick<PgType, 'schema' | 'name' | 'category' | 'base' | 'fields' | 'labels'>>,
): void {
  Object.assign(type, changes);
  const { schema, name, array } = type;
  if (array !== undefined) Object.assign(array, { schema, name: `_${name}` });
}

function withArray(type: PgType): PgType {
  const { schema, name } = type;
  const array = { kind: 'array', category: 'A', preferred: false, element: type } as const;
  (type as Mutable<PgType>).array = { schema, name: `_${name}`, ...array };
  return type;
}

function multirangeNameOf(name: string): string {
  return name.includes('range') ? name.replace('range', 'multirange') : `${name}_multirange`;
}
