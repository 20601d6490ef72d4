import type { PgType } from './pg-type.js';
import type { Routine } from './routine.js';
import type { Candidate } from './select-candidate.js';

export interface CallOptions {
  /** The names of the last arguments, where they are given by name. */
  readonly argNames?: readonly string[];
  /** The last argument is written with VARIADIC. */
  readonly variadicCall?: boolean;
  /** `count(*)`. */
  readonly star?: boolean;
}

export interface RoutineCandidate extends Candidate {
  readonly routine: Routine;
  /** Values are gathered into its last argument. */
  readonly variadic: boolean;
  /** Another one in the same schema takes the same arguments. */
  readonly tied: boolean;
}

/** The routines that take this number of arguments, or these names, each once. */
export function callCandidates(
  routines: readonly Routine[],
  count: number,
  options: CallOptions,
): readonly RoutineCandidate[] {
  const candidates: RoutineCandidate[] = [];
  for (const routine of routines) {
    if (options.star === true && routine.kind !== 'aggregate') continue;
    const fits = fit(routine, count, options);
    if (fits !== undefined) add(candidates, { routine, tied: false, ...fits });
  }
  return candidates;
}

/** The types of the arguments in the order of the call; undefined where the routine does not take them. */
function fit(
  routine: Routine,
  count: number,
  { argNames = [], variadicCall = false }: CallOptions,
): { readonly types: readonly PgType[]; readonly variadic: boolean } | undefined {
  const { args, defaults, variadic } = routine;
  if (argNames.length > 0) {
    if (variadic !== undefined && !variadicCall) return undefined;
    const types = byName(routine, count - argNames.length, argNames);
    return types && { types, variadic: false };
  }
  if (variadic !== undefined && !variadicCall && args.length <= count) {
    const gathered = Array.from({ length: count - args.length + 1 }, () => variadic);
    return { types: [...args.slice(0, -1), ...gathered], variadic: true };
  }
  if (args.length < count || args.length - defaults > count) return undefined;
  return { types: args.slice(0, count), variadic: false };
}

function byName(
  { args, argNames = [], defaults }: Routine,
  positional: number,
  names: readonly string[],
): readonly PgType[] | undefined {
  const given = Array.from({ length: positional }, (_, i) => i);
  for (const name of names) {
    const position = argNames.indexOf(name);
    if (position < 0 || given.includes(position)) return undefined;
    given.push(position);
  }
  if (given.some((position) => position >= args.length)) return undefined;
  const isLeftOut = (position: number) => !given.includes(position);
  const complete = args.slice(0, args.length - defaults).every((_, i) => !isLeftOut(i));
  return complete ? given.map((position) => args[position]!) : undefined;
}

/** Of two that take the same, the one earlier on the path wins, then the one that gathers nothing. */
function add(candidates: RoutineCandidate[], next: RoutineCandidate): void {
  const index = candidates.findIndex(
    ({ types }) =>
      types.length === next.types.length && types.every((type, i) => type === next.types[i]),
  );
  const same = candidates[index];
  if (same === undefined) candidates.push(next);
  else if (same.routine.schema !== next.routine.schema) return;
  else if (same.variadic === next.variadic) candidates[index] = { ...same, tied: true };
  else if (same.variadic) candidates[index] = next;
}
