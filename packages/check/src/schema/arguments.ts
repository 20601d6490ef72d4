import { make, type Made } from './make.js';
import { isPart, withMember, type Part } from './part.js';
import { SchemaScope } from './scope.js';
import { prove, spoilObject, type Spot } from './spoil-object.js';
import { requiredOf } from './views.js';
import type { Spoiled, SpoiledKind } from './wrong-values.js';

/** Steps of work on one schema. */
const STEPS_TO_MAKE = 50_000;
const STEPS_TO_SPOIL = 200_000;

/** Small, harmless and recognisable arguments that surely fit the schema; undefined where that is not sure. */
export function sampleArguments(schema: unknown): Record<string, unknown> | undefined {
  const made = makeArguments(schema, new SchemaScope(schema, STEPS_TO_MAKE));
  return made && { ...made.value };
}

/** Arguments, and how they were made. */
function makeArguments(
  schema: unknown,
  scope: SchemaScope,
): (Made & { readonly value: Readonly<Record<string, unknown>> }) | undefined {
  // Arguments are an object, whether the schema says so or not.
  const made = make({ allOf: [{ type: 'object' }, schema] }, { scope, name: '', depth: 0 });
  return made !== undefined && isPart(made.value) ? { ...made, value: made.value } : undefined;
}

const MOST = 30;
const EXTRA = 'errata_check_extra';
const UNKNOWN = [
  ...['unknown', 'unrecognized', 'unexpected', 'additional', 'extra', 'unsupported', 'unevaluated'],
  ...['not allowed', 'not permitted'],
];

/** Arguments that are right but for one thing each; of a schema that leaves doubts, none or fewer. */
export function spoilArguments(schema: unknown): readonly Spoiled[] {
  const scope = new SchemaScope(schema, STEPS_TO_SPOIL);
  const made = makeArguments(schema, scope);
  if (made === undefined) return [];
  const put = (value: unknown): Part => value as Part;
  const members = spoilObject(made.value, made.view, { scope, path: [], field: '', depth: 0, put });
  return someOfEachKind([...members, ...addMember(made.value, requiredOf(made.view), scope)]);
}

function* addMember(
  args: Part,
  required: readonly string[],
  scope: SchemaScope,
): Generator<Spoiled> {
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
export type { Spoiled, SpoiledKind } from './wrong-values.js';
