import { canCoerce } from './can-coerce.js';
import type { PgCatalog } from './catalog.js';
import type { PgType } from './pg-type.js';
import { baseOf, isUnknown } from './type-parts.js';

/** Something that can be called, with the types that it would have for the arguments of the call. */
export interface Candidate {
  readonly types: readonly PgType[];
}

/** Those that the arguments can be given to without a written cast. */
export function matching<C extends Candidate>(
  catalog: PgCatalog,
  inputs: readonly PgType[],
  candidates: readonly C[],
): readonly C[] {
  return candidates.filter(({ types }) => canCoerce(catalog, inputs, types, 'implicit'));
}

/** The best of several that match; undefined where none is better than the others. */
export function selectCandidate<C extends Candidate>(
  catalog: PgCatalog,
  args: readonly PgType[],
  matched: readonly C[],
): C | undefined {
  const inputs = args.map(baseOf);
  let left = withMost(matched, inputs, (input, type) => input === type);
  if (left.length === 1) return left[0];
  left = withMost(left, inputs, (input, type) => input === type || isPreferredFor(input, type));
  if (left.length === 1 || !inputs.some(isUnknown)) return only(left);
  left = byCategories(left, inputs);
  if (left.length === 1) return left[0];
  return bySameType(catalog, left, inputs);
}

function isPreferredFor(input: PgType, type: PgType): boolean {
  return type.preferred && type.category === input.category;
}

/** Those with the most arguments for which this holds; literals of no type do not count. */
function withMost<C extends Candidate>(
  candidates: readonly C[],
  inputs: readonly PgType[],
  holds: (input: PgType, type: PgType) => boolean,
): readonly C[] {
  const counts = candidates.map(
    ({ types }) => inputs.filter((input, i) => !isUnknown(input) && holds(input, types[i]!)).length,
  );
  const most = Math.max(...counts);
  return candidates.filter((_, i) => counts[i] === most);
}

/** For each literal of no type the candidates have to agree on a category; text wins, and so does a preferred type. */
function byCategories<C extends Candidate>(
  candidates: readonly C[],
  inputs: readonly PgType[],
): readonly C[] {
  const wanted = new Map<number, { category: string; preferred: boolean }>();
  for (const [i, input] of inputs.entries()) {
    if (!isUnknown(input)) continue;
    const types = candidates.map((candidate) => candidate.types[i]!);
    const categories = new Set(types.map((type) => type.category));
    if (categories.size > 1 && !categories.has('S')) return candidates;
    const category = categories.has('S') ? 'S' : types[0]!.category;
    const preferred = types.some((type) => type.category === category && type.preferred);
    wanted.set(i, { category, preferred });
  }
  const kept = candidates.filter(({ types }) =>
    [...wanted].every(([i, { category, preferred }]) => {
      const type = types[i]!;
      return type.category === category && (!preferred || type.preferred);
    }),
  );
  return kept.length > 0 ? kept : candidates;
}

/** If all arguments that have a type have the same one, the literals are taken to be of it as well. */
function bySameType<C extends Candidate>(
  catalog: PgCatalog,
  candidates: readonly C[],
  inputs: readonly PgType[],
): C | undefined {
  const known = new Set(inputs.filter((input) => !isUnknown(input)));
  const [type] = known;
  if (type === undefined || known.size > 1) return undefined;
  return only(
    matching(
      catalog,
      inputs.map(() => type),
      candidates,
    ),
  );
}

function only<C>(candidates: readonly C[]): C | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}
