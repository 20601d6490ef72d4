import { callCandidates, type CallOptions, type RoutineCandidate } from './call-candidates.js';
import type { Lookup, PgCatalog } from './catalog.js';
import { coerces } from './coerces.js';
import type { PgField, PgType } from './pg-type.js';
import { bindPolymorphic } from './polymorphic.js';
import type { Routine } from './routine.js';
import { matching, selectCandidate } from './select-candidate.js';
import { elementOf, isBuiltIn } from './type-parts.js';

export type RoutineChoice =
  | {
      readonly kind: 'found';
      readonly routine: Routine;
      /** What each argument of the call becomes, in the order of the call. */
      readonly argTypes: readonly PgType[];
      readonly returns: PgType;
      readonly out?: readonly PgField[];
    }
  /** `exists`: there are routines of that name, for other arguments. */
  | { readonly kind: 'none'; readonly exists: boolean }
  /** Several fit equally well, or it cannot be determined what a polymorphic one gives. */
  | { readonly kind: 'ambiguous' };

/** The routine that a call means. */
export function selectRoutine(
  catalog: PgCatalog,
  name: string,
  where: Lookup,
  args: readonly PgType[],
  options: CallOptions = {},
): RoutineChoice {
  const routines = catalog.routines(name, where);
  const candidates = callCandidates(routines, args.length, options);
  const exact = candidates.find(({ types }) => types.every((type, i) => type === args[i]));
  if (exact !== undefined) return found(catalog, exact, args, options);
  const cast = castOf(catalog, name, where, args, options);
  if (cast !== undefined) return cast;
  const matched = matching(catalog, args, candidates);
  if (matched.length === 0) return { kind: 'none', exists: routines.length > 0 };
  const best = matched.length === 1 ? matched[0] : selectCandidate(catalog, args, matched);
  return best === undefined ? { kind: 'ambiguous' } : found(catalog, best, args, options);
}

function found(
  catalog: PgCatalog,
  { routine, types, variadic, tied }: RoutineCandidate,
  args: readonly PgType[],
  { variadicCall = false }: CallOptions,
): RoutineChoice {
  if (tied) return { kind: 'ambiguous' };
  const last = args.at(-1);
  if (variadicCall && !variadic && routine.variadic && isBuiltIn(routine.variadic, 'any')) {
    if (last === undefined || elementOf(last) === undefined) return { kind: 'none', exists: true };
  }
  const bind = bindPolymorphic(catalog, args, types);
  const returns = bind?.(routine.returns);
  const argTypes = types.map((type, i) => (isBuiltIn(type, 'any') ? args[i] : bind?.(type)));
  const out = routine.out?.map((field) => ({ ...field, type: bind?.(field.type) }));
  if (returns === undefined || !allKnown(argTypes) || !allTyped(out)) return { kind: 'ambiguous' };
  return { kind: 'found', routine, argTypes, returns, ...(out !== undefined && { out }) };
}

/** A call such as `text(x)` that is a cast: where nothing has to be computed, there is no function for it. */
function castOf(
  catalog: PgCatalog,
  name: string,
  where: Lookup,
  args: readonly PgType[],
  { argNames = [], variadicCall = false, star = false }: CallOptions,
): RoutineChoice | undefined {
  const [arg] = args;
  if (arg === undefined || args.length > 1 || argNames.length > 0 || variadicCall || star) return;
  const type = catalog.type(name, where);
  if (type === undefined || type.kind === 'composite' || type.kind === 'pseudo') return undefined;
  if (!isPlainCast(catalog, arg, type)) return undefined;
  const { schema } = type;
  const cast = { schema, name, kind: 'function', args, defaults: 0, returnsSet: false } as const;
  return { kind: 'found', routine: { ...cast, returns: type }, argTypes: args, returns: type };
}

function isPlainCast(catalog: PgCatalog, from: PgType, to: PgType): boolean {
  const isRow = from.kind === 'composite' || isBuiltIn(from, 'record');
  if (isRow && to.category === 'S') return false;
  if (elementOf(from) !== undefined && elementOf(to) !== undefined) return false;
  return coerces(catalog, from, to, 'explicit');
}

function allKnown(types: readonly (PgType | undefined)[]): types is readonly PgType[] {
  return types.every((type) => type !== undefined);
}

function allTyped(
  fields: readonly (Omit<PgField, 'type'> & { readonly type: PgType | undefined })[] | undefined,
): fields is readonly PgField[] | undefined {
  return fields === undefined || fields.every(({ type }) => type !== undefined);
}
