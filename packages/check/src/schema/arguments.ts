import { judge } from './judge.js';
import { make, type Made } from './make.js';
import { allOf, isPart, withMember, withoutMember, type Part, SchemaScope } from './scope.js';
import {
  membersOfView,
  operandsOf,
  requiredOf,
  schemasOfMember,
  type SchemaView,
} from './views.js';
import { readingsOf, typesOfAny, wordsForAllowed, wordsForTypes } from './words.js';
import {
  wrongLists,
  wrongNumbers,
  wrongTexts,
  wrongTypes,
  firstItemOf,
  wrongItem,
  type WrongValue,
  type Spoiled,
  type SpoiledKind,
  type Target,
} from './wrong-values.js';

/** The place of a value in the arguments. */
interface Spot {
  readonly scope: SchemaScope;
  readonly path: readonly string[];
  readonly field: string;
  /** 1 for a member of the arguments themselves. */
  readonly depth: number;
  /** The arguments with another value there. */
  put(value: unknown): Part;
}

/** Spoils the value at a spot, if it can be proven that the arguments are wrong with it, and in no other way. */
function* prove(wrong: WrongValue, schema: unknown, spot: Spot): Generator<Spoiled> {
  const { scope } = spot;
  const without = wrong.without && new Set(wrong.without);
  for (const candidate of wrong.candidates) {
    if (without && judge(candidate, schema, scope, without) === 'invalid') continue;
    const args = spot.put(candidate);
    if (judge(args, scope.root, scope) !== 'invalid') continue;
    yield spoiledAt(spot, wrong.kind, args, wrong.expected, wrong.why(candidate));
    return;
  }
}

/** Whether the arguments are still right with this value there. */
function fitsAt(spot: Spot, value: unknown): boolean {
  return judge(spot.put(value), spot.scope.root, spot.scope) === 'valid';
}

function spoiledAt(
  { path, field, depth }: Spot,
  kind: SpoiledKind,
  args: Part,
  expected: readonly string[],
  why: string,
): Spoiled {
  const where = path.join('.');
  return {
    kind: depth > 1 ? 'nested' : kind,
    path: where,
    field,
    args: { ...args },
    expected,
    why: `\`${where}\` ${why}`,
  };
}

const MEMBERS = 32;
const DEPTH = 3;

/** Every way to spoil a member of an object that fits; inside of others, only the plainest ways. */
function* spoilObject(value: Part, view: SchemaView, spot: Spot): Generator<Spoiled> {
  const { scope } = spot;
  const required = requiredOf(view);
  const names = new Set([...membersOfView(view, scope), ...required]);
  for (const name of [...names].slice(0, MEMBERS)) {
    if (scope.work.over) return;
    const schema = allOf(schemasOfMember(view, name, scope));
    const inner: Spot = {
      scope,
      path: [...spot.path, name],
      field: name,
      depth: spot.depth + 1,
      put: (each) => spot.put(withMember(value, name, each)),
    };
    if (required.includes(name)) {
      yield* leaveOut(schema, inner, spot.put(withoutMember(value, name)));
    }
    const made = make(schema, { scope, name, depth: 1 });
    if (made === undefined || !fitsAt(inner, made.value)) continue;
    yield* spoilValue({ made, schema, scope, name }, inner);
  }
}

function* leaveOut(schema: unknown, spot: Spot, args: Part): Generator<Spoiled> {
  const { scope } = spot;
  const views = readingsOf(schema, scope);
  // Servers put a default in its place.
  if (views.some((view) => operandsOf(view, 'default').length > 0)) return;
  if (judge(args, scope.root, scope) !== 'invalid') return;
  const words = [...wordsForTypes(typesOfAny(views)), ...wordsForAllowed(views)];
  const expected = ['required', 'missing', ...words];
  yield spoiledAt(spot, 'missing', args, expected, 'is required and left out');
}

function* spoilValue(target: Target, spot: Spot): Generator<Spoiled> {
  const { made, schema } = target;
  for (const wrong of wrongValuesFor(target)) {
    if (spot.depth === 1 || wrong.kind === 'wrong-type') yield* prove(wrong, schema, spot);
  }
  if (spot.depth >= DEPTH) return;
  if (isPart(made.value)) yield* spoilObject(made.value, made.view, spot);
  else if (Array.isArray(made.value)) yield* spoilFirstItem(target, spot);
}

function* wrongValuesFor(target: Target): Generator<WrongValue> {
  yield* wrongTypes(target);
  const { value } = target.made;
  if (typeof value === 'number') yield* wrongNumbers(target);
  else if (typeof value === 'string') yield* wrongTexts(target);
  else if (Array.isArray(value)) yield* wrongLists(target);
}

function* spoilFirstItem(target: Target, spot: Spot): Generator<Spoiled> {
  const first = firstItemOf(target);
  if (first === undefined || !fitsAt(spot, first.list)) return;
  const inner: Spot = {
    ...spot,
    path: [...spot.path, '0'],
    put: (item) => spot.put([item, ...first.list.slice(1)]),
  };
  const wrong = wrongItem(first, target);
  if (wrong !== undefined && spot.depth === 1) yield* prove(wrong, first.schema, inner);
  if (isPart(first.made.value)) yield* spoilObject(first.made.value, first.made.view, inner);
}

/** Steps of work on one schema. */
const STEPS_TO_MAKE = 50_000;
const STEPS_TO_SPOIL = 200_000;

/** Small, harmless and recognisable arguments that surely fit the schema; undefined if that is not sure. */
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
