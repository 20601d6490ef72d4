import { RELATIONS } from './facts/relations.js';
import { TYPES } from './facts/types.js';
import type { PgField, PgType, TypeKind } from './pg-type.js';

const KINDS: Readonly<Record<string, TypeKind>> = {
  a: 'array',
  b: 'base',
  c: 'composite',
  d: 'domain',
  m: 'multirange',
  p: 'pseudo',
  r: 'range',
};

/** PostgreSQL's own types by name, with a dot before the names of information_schema. */
export function factsTypes(): ReadonlyMap<string, PgType> {
  const types = new Map<string, PgType>();
  const at = (name: string) => types.get(name)!;
  const lines = linesOf(TYPES).map((line) => line.split(' '));
  for (const [name, kind, category, array] of lines) {
    types.set(name!, newType(name!, KINDS[kind!]!, category!));
    if (array === '-') continue;
    const arrayName = `${schemaOf(name!).prefix}_${bare(name!)}`;
    types.set(arrayName, newType(arrayName, 'array', array!.slice(2) || 'A'));
    Object.assign(at(arrayName), { element: at(name!) });
    Object.assign(at(name!), { array: at(arrayName) });
  }
  for (const [name, kind, , , part, multirange] of lines) {
    if (kind === 'a') Object.assign(at(name!), { element: at(part!) });
    if (kind === 'r') Object.assign(at(name!), { subtype: at(part!), multirange: at(multirange!) });
    if (kind === 'm') Object.assign(at(name!), { subtype: at(part!) });
    if (kind === 'd') Object.assign(at(name!), { base: fieldOf(`:${part!}`, at) });
  }
  for (const line of linesOf(RELATIONS)) addFields(line, at);
  return types;
}

/** The lines of a text that begins and ends with a line break. */
export function linesOf(text: string): readonly string[] {
  return text.slice(1, -1).split('\n');
}

export function schemaOf(name: string): { readonly schema: string; readonly prefix: string } {
  return name.startsWith('.')
    ? { schema: 'information_schema', prefix: '.' }
    : { schema: 'pg_catalog', prefix: '' };
}

export function bare(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}

/** A column written as `name:type` or `name:type:typmod`. */
export function fieldOf(text: string, at: (name: string) => PgType): PgField {
  const [name, type, typmod = '-1'] = text.split(':');
  return { name: name!, type: at(type!), typmod: Number(typmod) };
}

function newType(name: string, kind: TypeKind, category: string): PgType {
  const { schema } = schemaOf(name);
  const preferred = category.endsWith('!');
  return { schema, name: bare(name), kind, category: category.charAt(0), preferred };
}

/** Few of the two thousand columns are ever asked for. */
function addFields(line: string, at: (name: string) => PgType): void {
  const space = line.indexOf(' ');
  let fields: readonly PgField[] | undefined;
  Object.defineProperty(at(line.slice(0, space)), 'fields', {
    enumerable: true,
    get: () =>
      (fields ??= line
        .slice(space + 1)
        .split(' ')
        .map((text) => fieldOf(text, at))),
  });
}
