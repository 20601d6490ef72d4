import { judge } from '../judge/judge.js';
import { make } from '../make/make.js';
import { membersOfView, operandsOf, requiredOf, schemasOfMember } from '../make/read-view.js';
import type { View } from '../make/views.js';
import { allOf, isPart, withMember, withoutMember } from '../part.js';
import type { Part } from '../part.js';
import type { Spoiled } from '../spoiled.js';
import type { Fault, Target } from './fault.js';
import { faultsOfNumbers, faultsOfTexts } from './faults-of-bounds.js';
import { faultsOfLists, firstItemOf, wrongItem } from './faults-of-lists.js';
import { faultsOfTypes } from './faults-of-types.js';
import { fitsAt, prove, spoiledAt } from './spot.js';
import type { Spot } from './spot.js';
import { readingsOf, typesOfAny, wordsForAllowed, wordsForTypes } from './words.js';

const MEMBERS = 32;
const DEPTH = 3;

/** Every way to spoil a member of an object that fits; inside of others, only the plainest ways. */
export function* spoilObject(value: Part, view: View, spot: Spot): Generator<Spoiled> {
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
  for (const fault of faultsFor(target)) {
    if (spot.depth === 1 || fault.kind === 'wrong-type') yield* prove(fault, schema, spot);
  }
  if (spot.depth >= DEPTH) return;
  if (isPart(made.value)) yield* spoilObject(made.value, made.view, spot);
  else if (Array.isArray(made.value)) yield* spoilFirstItem(target, spot);
}

function* faultsFor(target: Target): Generator<Fault> {
  yield* faultsOfTypes(target);
  const { value } = target.made;
  if (typeof value === 'number') yield* faultsOfNumbers(target);
  else if (typeof value === 'string') yield* faultsOfTexts(target);
  else if (Array.isArray(value)) yield* faultsOfLists(target);
}

function* spoilFirstItem(target: Target, spot: Spot): Generator<Spoiled> {
  const first = firstItemOf(target);
  if (first === undefined || !fitsAt(spot, first.list)) return;
  const inner: Spot = {
    ...spot,
    path: [...spot.path, '0'],
    put: (item) => spot.put([item, ...first.list.slice(1)]),
  };
  const fault = wrongItem(first, target);
  if (fault !== undefined && spot.depth === 1) yield* prove(fault, first.schema, inner);
  if (isPart(first.made.value)) yield* spoilObject(first.made.value, first.made.view, inner);
}
