import type { Lookup, PgCatalog } from './catalog.js';
import { CASTS } from './facts/casts.js';
import { OPERATORS } from './facts/operators.js';
import { ROUTINES } from './facts/routines.js';
import { bare, factsTypes, fieldOf, linesOf, schemaOf } from './facts-types.js';
import type { PgType } from './pg-type.js';
import type { CastContext, Operator, Routine } from './routine.js';
import { schemasOf } from './schemas-of.js';

const CONTEXTS: Readonly<Record<string, CastContext>> = {
  i: 'implicit',
  a: 'assignment',
  e: 'explicit',
};
const KINDS: Readonly<Record<string, Routine['kind']>> = {
  f: 'function',
  a: 'aggregate',
  w: 'window',
  p: 'procedure',
};
const PREFIXES = new Map([
  ['pg_catalog', ''],
  ['information_schema', '.'],
]);

/** The types, routines, operators, casts and relations that PostgreSQL has by itself. */
export function createPgCatalog(): PgCatalog {
  const types = factsTypes();
  const at = (name: string) => types.get(name)!;
  const routines = byName(ROUTINES, (line) => routineOf(line, at));
  const operators = byName(OPERATORS, (line) => operatorOf(line, at));
  const casts = castsOf(at);
  return {
    type: (name, where) => first(where, (prefix) => types.get(prefix + name)),
    routines: (name, where) => all(where, (prefix) => routines(prefix + name)),
    operators: (name, where) => all(where, (prefix) => (prefix === '' ? operators(name) : [])),
    cast: (from, to) => casts.get(from)?.get(to),
    systemRelation(schema, name) {
      const prefix = PREFIXES.get(schema);
      const type = prefix === undefined ? undefined : types.get(prefix + name);
      return type?.kind === 'composite' ? type : undefined;
    },
  };
}

let shared: PgCatalog | undefined;

/** The same, made once: its types are those that everybody has, and can be compared. */
export function pgCatalog(): PgCatalog {
  return (shared ??= createPgCatalog());
}

/** Lines are parsed when somebody asks for their name. */
function byName<T>(text: string, parse: (line: string) => T): (name: string) => readonly T[] {
  let lines: Map<string, string[]> | undefined;
  const parsed = new Map<string, readonly T[]>();
  return (name) => {
    const known = parsed.get(name);
    if (known !== undefined) return known;
    lines ??= grouped(text);
    const made = lines.get(name)?.map(parse);
    if (made === undefined) return [];
    parsed.set(name, made);
    return made;
  };
}

function grouped(text: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const line of linesOf(text)) {
    const name = line.slice(0, line.indexOf(' '));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [line]);
    else group.push(line);
  }
  return groups;
}

function operatorOf(line: string, at: (name: string) => PgType): Operator {
  const [name, left, right, result] = line.split(' ');
  return {
    schema: 'pg_catalog',
    name: name!,
    ...(left !== '-' && { left: at(left!) }),
    right: at(right!),
    result: at(result!),
  };
}

function routineOf(line: string, at: (name: string) => PgType): Routine {
  const [name, kind, args, returns, ...rest] = line.split(' ');
  const part = (key: string) => rest.find((text) => text.startsWith(key))?.slice(2);
  const argNames = part('n:')?.split(',');
  const variadic = part('v:');
  const out = part('o:')?.split(',');
  return {
    schema: schemaOf(name!).schema,
    name: bare(name!),
    kind: KINDS[kind!.charAt(0)]!,
    args: args === '-' ? [] : args!.split(',').map(at),
    ...(argNames !== undefined && { argNames }),
    defaults: Number(part('d:') ?? 0),
    ...(variadic !== undefined && { variadic: at(variadic) }),
    returns: at(returns!),
    returnsSet: kind!.endsWith('s'),
    ...(out !== undefined && { out: out.map((text) => fieldOf(text, at)) }),
  };
}

function castsOf(at: (name: string) => PgType): Map<PgType, Map<PgType, CastContext>> {
  const casts = new Map<PgType, Map<PgType, CastContext>>();
  for (const line of linesOf(CASTS)) {
    const [from, to, context] = line.split(' ');
    const targets = casts.get(at(from!)) ?? new Map<PgType, CastContext>();
    casts.set(at(from!), targets.set(at(to!), CONTEXTS[context!]!));
  }
  return casts;
}

function first<T>(where: Lookup, find: (prefix: string) => T | undefined): T | undefined {
  for (const schema of schemasOf(where)) {
    const prefix = PREFIXES.get(schema);
    const found = prefix === undefined ? undefined : find(prefix);
    if (found !== undefined) return found;
  }
  return undefined;
}

function all<T>(where: Lookup, find: (prefix: string) => readonly T[]): readonly T[] {
  const lists = schemasOf(where).flatMap((schema) => {
    const prefix = PREFIXES.get(schema);
    return prefix === undefined ? [] : [find(prefix)];
  });
  return lists.length === 1 ? lists[0]! : lists.flat();
}
