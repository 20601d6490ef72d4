import type { Lookup, PgCatalog } from './catalog.js';
import type { PgType } from './pg-type.js';
import type { CastContext, Operator, Routine } from './routine.js';
import { schemasOf } from './schemas-of.js';

/** A catalog that can be added to, on top of another that stays as it is. */
export class CatalogBuilder implements PgCatalog {
  readonly #base: PgCatalog | undefined;
  readonly #types = new Layer<PgType>();
  readonly #routines = new Layer<Routine[]>();
  readonly #operators = new Layer<Operator[]>();
  readonly #casts = new Map<PgType, Map<PgType, CastContext>>();

  constructor(base?: PgCatalog) {
    this.#base = base;
  }

  /** Adds a type, and with it its array and its multirange. A type of the same name is replaced. */
  addType(type: PgType): void {
    for (const each of withParts(type)) this.#types.put(each.schema, each.name, each);
  }

  removeType(type: PgType): void {
    for (const each of withParts(type)) this.#types.delete(each.schema, each.name);
  }

  /** Adds a routine; one of the same name and arguments is replaced. */
  addRoutine(routine: Routine): void {
    this.removeRoutine(routine);
    this.#routines.at(routine.schema, routine.name, () => []).push(routine);
  }

  removeRoutine({ schema, name, args }: Pick<Routine, 'schema' | 'name' | 'args'>): void {
    const list = this.#routines.get(schema, name);
    const index = list?.findIndex((routine) => areSame(routine.args, args)) ?? -1;
    if (index >= 0) list?.splice(index, 1);
  }

  addOperator(operator: Operator): void {
    this.#operators.at(operator.schema, operator.name, () => []).push(operator);
  }

  addCast(from: PgType, to: PgType, context: CastContext): void {
    let targets = this.#casts.get(from);
    if (targets === undefined) this.#casts.set(from, (targets = new Map()));
    targets.set(to, context);
  }

  type(name: string, where: Lookup): PgType | undefined {
    for (const schema of schemasOf(where)) {
      const found = this.#types.get(schema, name) ?? this.#base?.type(name, { schema });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  routines(name: string, where: Lookup): readonly Routine[] {
    return joined(schemasOf(where), (schema) => [
      this.#base?.routines(name, { schema }),
      this.#routines.get(schema, name),
    ]);
  }

  operators(name: string, where: Lookup): readonly Operator[] {
    return joined(schemasOf(where), (schema) => [
      this.#base?.operators(name, { schema }),
      this.#operators.get(schema, name),
    ]);
  }

  cast(from: PgType, to: PgType): CastContext | undefined {
    return this.#casts.get(from)?.get(to) ?? this.#base?.cast(from, to);
  }

  systemRelation(schema: string, name: string): PgType | undefined {
    return this.#base?.systemRelation(schema, name);
  }
}

/** Things by schema and name. */
class Layer<T> {
  readonly #schemas = new Map<string, Map<string, T>>();

  get(schema: string, name: string): T | undefined {
    return this.#schemas.get(schema)?.get(name);
  }

  at(schema: string, name: string, make: () => T): T {
    return this.get(schema, name) ?? this.put(schema, name, make());
  }

  put(schema: string, name: string, value: T): T {
    let names = this.#schemas.get(schema);
    if (names === undefined) this.#schemas.set(schema, (names = new Map()));
    names.set(name, value);
    return value;
  }

  delete(schema: string, name: string): void {
    this.#schemas.get(schema)?.delete(name);
  }
}

/** Mostly all are in one schema, and nothing has to be copied. */
function joined<T>(
  schemas: readonly string[],
  find: (schema: string) => readonly (readonly T[] | undefined)[],
): readonly T[] {
  const lists = schemas.flatMap(find).filter((list) => list !== undefined && list.length > 0);
  return lists.length === 1 ? lists[0]! : (lists.flat() as T[]);
}

function withParts(type: PgType): readonly PgType[] {
  return [type, type.array, type.multirange, type.multirange?.array].filter(
    (part) => part !== undefined,
  );
}

function areSame(a: readonly PgType[], b: readonly PgType[]): boolean {
  return a.length === b.length && a.every((type, i) => type === b[i]);
}
