import { spoilObject } from './faults/spoil-object.js';
import { prove } from './faults/spot.js';
import type { Spot } from './faults/spot.js';
import { Scope } from './judge/scope.js';
import { requiredOf } from './make/read-view.js';
import { withMember } from './part.js';
import type { Part } from './part.js';
import { makeArguments } from './sample.js';
import type { Spoiled, SpoiledKind } from './spoiled.js';

const STEPS = 200_000;
const MOST = 30;
const EXTRA = 'errata_check_extra';
const UNKNOWN = [
  ...['unknown', 'unrecognized', 'unexpected', 'additional', 'extra', 'unsupported', 'unevaluated'],
  ...['not allowed', 'not permitted'],
];

/** Arguments that are right but for one thing each; of a schema that leaves doubts, none or fewer. */
export function spoilArguments(schema: unknown): readonly Spoiled[] {
  const scope = new Scope(schema, STEPS);
  const made = makeArguments(schema, scope);
  if (made === undefined) return [];
  const put = (value: unknown): Part => value as Part;
  const members = spoilObject(made.value, made.view, { scope, path: [], field: '', depth: 0, put });
  return someOfEachKind([...members, ...addMember(made.value, requiredOf(made.view), scope)]);
}

function* addMember(args: Part, required: readonly string[], scope: Scope): Generator<Spoiled> {
  const put = (value: unknown): Part => withMember(args, EXTRA, value);
  const spot: Spot = { scope, path: [EXTRA], field: EXTRA, depth: 1, put };
  const why = (): string => 'is not in the schema, which allows no other members';
  const expected = [...UNKNOWN, ...required.slice(0, 10)];
  yield* prove({ kind: 'extra', candidates: ['errata-check'], expected, why }, false, spot);
}

/** As many as may be, of every kind about as many, in the order in which they were found. */
function someOfEachKind(found: readonly Spoiled[]): readonly Spoiled[] {
  const ranks = new Map<SpoiledKind, number>();
  const ranked = found.map((spoiled, at) => {
    const rank = ranks.get(spoiled.kind) ?? 0;
    ranks.set(spoiled.kind, rank + 1);
    return { spoiled, at, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST)
    .toSorted((a, b) => a.at - b.at)
    .map(({ spoiled }) => spoiled);
}
