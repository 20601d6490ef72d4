import {
  selectOperator,
  selectRoutine,
  type CallOptions,
  type Lookup,
  type OperatorChoice,
  type PgCatalog,
  type PgType,
  type RoutineChoice,
} from '../../pg/index.js';

const MOST_CHOICES = 4_000;
const MOST_ARGUMENTS = 4;

interface Memory {
  readonly builtins: Map<string, PgType | undefined>;
  readonly operators: Map<string, OperatorChoice>;
  readonly routines: Map<string, RoutineChoice>;
}

const memories = new WeakMap<PgCatalog, Memory>();
const numbers = new WeakMap<PgType, number>();
let lastNumber = 0;

/** A type of PostgreSQL itself; asked for by names that stand in the code. */
export function rememberedBuiltin(catalog: PgCatalog, name: string): PgType | undefined {
  const { builtins } = memoryOf(catalog);
  let type = builtins.get(name);
  if (type === undefined) {
    type = catalog.type(name, { schema: 'pg_catalog' });
    builtins.set(name, type);
  }
  return type;
}

/** `selectOperator`, which is the same for the same types as long as the catalog is the same. */
export function rememberedOperator(
  catalog: PgCatalog,
  name: string,
  where: Lookup,
  left: PgType | undefined,
  right: PgType,
): OperatorChoice {
  const key = keyOf(name, where, left === undefined ? [right] : [left, right]);
  const choose = () => selectOperator(catalog, name, where, left, right);
  return remembered(memoryOf(catalog).operators, key, choose);
}

/** `selectRoutine`, likewise; calls with many arguments or with names are rare and are not kept. */
export function rememberedRoutine(
  catalog: PgCatalog,
  name: string,
  where: Lookup,
  types: readonly PgType[],
  options: CallOptions,
): RoutineChoice {
  const choose = () => selectRoutine(catalog, name, where, types, options);
  const { argNames, variadicCall, star } = options;
  if (types.length > MOST_ARGUMENTS || argNames !== undefined || variadicCall) return choose();
  const key = keyOf(star === true ? `${name}*` : name, where, types);
  return remembered(memoryOf(catalog).routines, key, choose);
}

/** Only what was found is kept: of names that mean nothing there is no end. */
function remembered<T extends { readonly kind: string }>(
  choices: Map<string, T>,
  key: string,
  choose: () => T,
): T {
  const known = choices.get(key);
  if (known !== undefined) return known;
  const choice = choose();
  if (choices.size >= MOST_CHOICES) choices.clear();
  if (choice.kind === 'found') choices.set(key, choice);
  return choice;
}

function memoryOf(catalog: PgCatalog): Memory {
  let memory = memories.get(catalog);
  if (memory === undefined) {
    memory = { builtins: new Map(), operators: new Map(), routines: new Map() };
    memories.set(catalog, memory);
  }
  return memory;
}

/** No part of it can have a NUL, which the parser does not let pass. */
function keyOf(name: string, where: Lookup, types: readonly PgType[]): string {
  let key = 'schema' in where ? `s${where.schema}` : `p${where.path.join('\0')}`;
  key += `\0\0${name}`;
  for (const type of types) key += `\0${numberOf(type)}`;
  return key;
}

function numberOf(type: PgType): number {
  let number = numbers.get(type);
  if (number === undefined) numbers.set(type, (number = ++lastNumber));
  return number;
}
