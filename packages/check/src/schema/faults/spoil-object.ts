import { judge } from '../judge/judge.js';
import type { Scope } from '../judge/scope.js';
import { make } from '../make/make.js';
import type { Made } from '../make/make.js';
import { membersOfView, operandsOf, requiredOf, schemasOfMember } from '../make/read-view.js';
import { viewsOf } from '../make/views.js';
import { allOf, isPart, withMember, withoutMember } from '../part.js';
import type { Part } from '../part.js';
import type { Spoiled } from '../spoiled.js';
import type { Fault, Target } from './fault.js';
import { faultsOfNumbers, faultsOfTexts } from './faults-of-bounds.js';
import { faultsOfLists, firstItemOf, wrongItem } from './faults-of-lists.js';
import { faultsOfTypes } from './faults-of-types.js';
import { readingsOf, typesOfAny, wordsForTypes } from './words.js';

const MEMBERS = 32;
const DEPTH = 3;

/** Where in the arguments a value stands. */
export interface Spot {
  readonly scope: Scope;
  readonly path: readonly string[];
  readonly field: string;
  readonly depth: number;
  /** The arguments with another value there. */
  put(value: unknown): Part;
}

/** Every way to spoil a member of an object that fits; inside of others, only the plainest ways. */
export function* spoilObject(value: Part, view: Made['view'], spot: Spot): Generator<Spoiled> {
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
    if (made === undefined || judge(inner.put(made.value), scope.root, scope) !== 'valid') continue;
    yield* spoilValue({ made, schema, scope, name }, inner);
  }
}

function* leaveOut(schema: unknown, spot: Spot, args: Part): Generator<Spoiled> {
  const { scope } = spot;
  const views = readingsOf(schema, scope);
  // Servers put a default in its place.
  if (views.some((view) => operandsOf(view, 'default').length > 0)) return;
  if (judge(args, scope.root, scope) !== 'invalid') return;
  const expected = ['required', 'missing', ...wordsForTypes(typesOfAny(views))];
  yield spoiledAt(spot, 'missing', args, expected, 'is required and left out');
}

function* spoilValue(target: Target, spot: Spot): Generator<Spoiled> {
  const { made, schema } = target;
  for (const fault of faultsFor(target)) {
    if (spot.depth > 1 && fault.kind !== 'wrong-type') continue;
    yield* prove(fault, schema, spot);
  }
  if (spot.depth >= DEPTH) return;
  if (isPart(made.value)) yield* spoilMembers(made.value, schema, made, spot);
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
  if (first === undefined) return;
  const inner: Spot = {
    ...spot,
    path: [...spot.path, '0'],
    put: (item) => spot.put([item, ...first.list.slice(1)]),
  };
  if (judge(spot.put(first.list), spot.scope.root, spot.scope) !== 'valid') return;
  const fault = wrongItem(first, target);
  if (fault !== undefined && spot.depth === 1) yield* prove(fault, first.schema, inner);
  const { made, schema } = first;
  if (isPart(made.value)) yield* spoilMembers(made.value, schema, made, inner);
}
