import type { PgCatalog } from './catalog.js';
import type { PgType, TypeUse } from './pg-type.js';

/** Whether it is the type of this name that PostgreSQL has by itself. */
export function isBuiltIn(type: PgType, name: string): boolean {
  return type.name === name && type.schema === 'pg_catalog';
}

/** Whether it is the type of a literal that has none yet. */
export function isUnknown(type: PgType): boolean {
  return isBuiltIn(type, 'unknown');
}

/** The type of an array of such values; arrays of arrays are arrays of more dimensions, and of the same type. */
export function arrayOf(type: PgType): PgType | undefined {
  return type.array ?? (type.kind === 'array' ? type : undefined);
}

/** What an array, or a domain over one, has as elements; undefined for what is none. */
export function elementOf(type: PgType): PgType | undefined {
  const base = baseOf(type);
  return base.kind === 'array' ? base.element : undefined;
}

/** What a domain, or a domain over a domain, is made of; any other type is its own. */
export function baseOf(type: PgType): PgType {
  let found = type;
  while (found.kind === 'domain' && found.base !== undefined) found = found.base.type;
  return found;
}

/** The same with the modifier that the domain gives. */
export function baseUseOf(use: TypeUse): TypeUse {
  let found = use;
  while (found.type.kind === 'domain' && found.type.base !== undefined) found = found.type.base;
  return found;
}

const SUBSCRIPTS: Readonly<Record<string, string>> = {
  name: 'char',
  point: 'float8',
  line: 'float8',
  lseg: 'point',
  box: 'point',
  jsonb: 'jsonb',
};

/** What one subscript gives: elements of arrays, and parts of the few other types that have them. */
export function subscriptOf(catalog: PgCatalog, type: PgType): PgType | undefined {
  const base = baseOf(type);
  if (base.kind === 'array') return base.element;
  const part = base.schema === 'pg_catalog' ? SUBSCRIPTS[base.name] : undefined;
  return part === undefined ? undefined : catalog.type(part, { schema: 'pg_catalog' });
}
