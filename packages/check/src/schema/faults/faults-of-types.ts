import { allowedOf, operandsOf } from '../make/read-view.js';
import type { View } from '../make/views.js';
import type { Fault, Target } from './fault.js';
import {
  anyOfTypes,
  quoted,
  readingsOf,
  typesOfAny,
  wordsForAllowed,
  wordsForTypes,
} from './words.js';

// Texts become numbers, numbers texts and lone items lists in servers that mean well; these become nothing.
const OBJECT = { 'errata-check': 'errata-check' };
const LIST = ['errata-check', 'errata-check'];

/** A value of another type, nothing at all, and one that is not among the allowed. */
export function* faultsOfTypes({ made, schema, scope }: Target): Generator<Fault> {
  const views = readingsOf(schema, scope);
  const types = typesOfAny(views);
  const allowed = wordsForAllowed(views);
  if (types.length > 0) yield wrongType(types, allowed);
  const expected = [...wordsForTypes(types), ...allowed];
  // Where there is a default, null may stand for it.
  if (expected.length > 0 && operandsOf(made.view, 'default').length === 0) {
    yield {
      kind: 'null',
      candidates: [null],
      expected: [...expected, 'required', 'missing'],
      why: () => 'is null, which is not allowed',
    };
  }
  if (allowed.length > 0) {
    yield {
      kind: 'out-of-enum',
      candidates: othersThan(views),
      expected: allowed,
      why: (value) => `is ${quoted(value)}, which is not among the allowed values`,
    };
  }
}

/** What is wrong about a value whose type is none of these. */
export function wrongType(types: readonly string[], allowed: readonly string[]): Fault {
  const others = [
    ...(types.includes('object') ? [] : [OBJECT]),
    ...(types.includes('array') ? [] : [LIST]),
  ];
  return {
    kind: 'wrong-type',
    candidates: types.includes('boolean') ? others.toReversed() : others,
    expected: [...wordsForTypes(types), ...allowed],
    why: (value) =>
      `is ${Array.isArray(value) ? 'an array' : 'an object'} in place of ${anyOfTypes(types)}`,
  };
}

/** Values of the same types that are probably not allowed. */
function othersThan(views: readonly View[]): readonly unknown[] {
  const allowed = views.flatMap(allowedOf);
  const numbers = allowed.filter((value) => typeof value === 'number');
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  return [
    ...(allowed.some((value) => typeof value === 'string')
      ? ['errata-check', 'errata-check-none']
      : []),
    ...(numbers.length > 0 && most < 1e9 ? [Math.floor(most) + 1] : []),
    ...(allowed.every((value) => typeof value === 'boolean') ? [true, false] : []),
  ];
}
