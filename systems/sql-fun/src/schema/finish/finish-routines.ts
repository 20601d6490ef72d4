import { elementOf, type PgType, type Routine } from '../../pg/index.js';
import { qualifiedName } from '../ast.js';
import type { Draft, DraftOperator } from '../draft/draft.js';
import { fieldsOf, type DraftRoutine } from '../draft/draft-routine.js';

/**
 * Puts the functions, aggregates, operators and casts into the catalog. Of a name that has one with a type that is not known,
 * none is put there: which of them a call means could not be told.
 */
export function finishRoutines(draft: Draft): void {
  const aggregates: DraftRoutine[] = [];
  for (const routines of allRoutines(draft)) {
    if (routines.some((routine) => typesOf(routine).some(({ use }) => use === undefined))) continue;
    for (const routine of routines) {
      if (routine.final === undefined) addRoutine(draft, routine, returnsOf(draft, routine));
      else aggregates.push(routine);
    }
  }
  for (const routine of aggregates) addRoutine(draft, routine, finalType(draft, routine));
  for (const operator of draft.operators) addOperator(draft, operator);
  for (const { from, to, context } of draft.casts) {
    if (from.use !== undefined && to.use !== undefined) {
      draft.catalog.addCast(from.use.type, to.use.type, context);
    }
  }
}

function* allRoutines(draft: Draft): Generator<readonly DraftRoutine[]> {
  for (const { routines } of draft.namespaces.values()) yield* routines.values();
}

const typesOf = ({ inputs, out, returns }: DraftRoutine) => [
  ...[...inputs, ...out].map(({ type }) => type),
  ...(returns === undefined ? [] : [returns]),
];

function addRoutine(draft: Draft, routine: DraftRoutine, returns: PgType | undefined): void {
  if (returns === undefined) return;
  const { schema, name, kind, inputs, defaults, returnsSet } = routine;
  const args = inputs.flatMap(({ type }) => (type.use === undefined ? [] : [type.use.type]));
  const last = routine.variadic ? args.at(-1) : undefined;
  const out = fieldsOf(routine.out);
  draft.catalog.addRoutine({
    ...{ schema, name, kind, args, defaults, returns, returnsSet },
    ...(inputs.some((input) => input.name !== '') && { argNames: inputs.map((each) => each.name) }),
    ...(last !== undefined && { variadic: partOf(draft, last) }),
    ...(out !== undefined && out.length > 0 && { out }),
  });
}

const POLYMORPHIC: ReadonlyMap<string, string> = new Map([
  ['anyarray', 'anyelement'],
  ['anycompatiblearray', 'anycompatible'],
]);

/** What the values of a variadic argument are. */
function partOf(draft: Draft, array: PgType): PgType {
  const polymorphic = POLYMORPHIC.get(array.name);
  if (polymorphic === undefined) return elementOf(array) ?? array;
  return draft.catalog.type(polymorphic, { schema: 'pg_catalog' }) ?? array;
}

/** Without a type of its own a function returns what its OUT arguments say. */
function returnsOf(draft: Draft, { kind, returns, out }: DraftRoutine): PgType | undefined {
  const isTable = out.length === 1 && returns?.use?.type.name === 'record';
  if (returns !== undefined && !isTable) return returns.use?.type;
  if (out.length === 1 && kind !== 'procedure') return out[0]!.type.use?.type;
  return draft.catalog.type(out.length === 0 ? 'void' : 'record', { schema: 'pg_catalog' });
}

/** An aggregate returns what the function returns that ends it. */
function finalType(draft: Draft, routine: DraftRoutine): PgType | undefined {
  const { final, returns, inputs, line } = routine;
  const state = returns?.use?.type;
  if (final === undefined || state === undefined) return state;
  const { schema, name } = qualifiedName(final.parts);
  const where = schema === undefined ? { path: final.path } : { schema };
  const args = final.extra ? inputs.flatMap(({ type }) => type.use?.type ?? []) : [];
  const found = closestTo(draft.catalog.routines(name, where), [state, ...args]);
  if (found === undefined)
    draft.problem(`function "${final.parts.join('.')}" does not exist`, line);
  return found === undefined ? undefined : concrete(found.returns, state);
}

/** The routine with just these arguments, otherwise the only one that takes as many. */
function closestTo(routines: readonly Routine[], args: readonly PgType[]): Routine | undefined {
  const sameCount = routines.filter((each) => each.args.length === args.length);
  return (
    sameCount.find((each) => each.args.every((type, i) => type === args[i])) ??
    sameCount.find((each) => each.args.every((type, i) => type === args[i] || isAny(type)))
  );
}

const isAny = ({ kind, name }: PgType) => kind === 'pseudo' && name.startsWith('any');

/** What a polymorphic result is for a state of this type; undefined where the arguments would say it. */
function concrete(result: PgType, state: PgType): PgType | undefined {
  if (!isAny(result)) return result;
  if (isAny(state)) return result;
  return result.name === 'anyelement' ? (elementOf(state) ?? state) : state;
}

function addOperator(draft: Draft, operator: DraftOperator): void {
  const { schema, name, left, right, line } = operator;
  if (right.use === undefined || (left !== undefined && left.use === undefined)) return;
  const args = [...(left?.use === undefined ? [] : [left.use.type]), right.use.type];
  const { schema: of, name: function_ } = qualifiedName(operator.function);
  const where = of === undefined ? { path: operator.path } : { schema: of };
  const routine = closestTo(draft.catalog.routines(function_, where), args);
  if (routine === undefined) {
    draft.problem(`function "${operator.function.join('.')}" does not exist`, line);
    return;
  }
  draft.catalog.addOperator({
    ...{ schema, name, right: right.use.type, result: routine.returns },
    ...(left?.use !== undefined && { left: left.use.type }),
  });
}
