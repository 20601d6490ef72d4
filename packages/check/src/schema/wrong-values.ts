import { LONGEST_TEXT, make, makeList, MOST_ITEMS, textOfLength, type Made } from './make.js';
import { allOf, type SchemaScope } from './scope.js';
import {
  allowedOf,
  leastOf,
  mostOf,
  numbersOf,
  operandsOf,
  schemasOfItem,
  textsOf,
  type SchemaView,
} from './views.js';
import {
  amount,
  anyOfTypes,
  quoted,
  readingsOf,
  typesOfAny,
  wordsForAllowed,
  wordsForBound,
  wordsForLength,
  wordsForTypes,
} from './words.js';

/** In which one way arguments are wrong. */
export type SpoiledKind =
  | 'missing'
  | 'wrong-type'
  | 'null'
  | 'out-of-enum'
  | 'below-minimum'
  | 'above-maximum'
  | 'too-short'
  | 'too-long'
  | 'too-few-items'
  | 'too-many-items'
  | 'wrong-item'
  | 'pattern'
  | 'nested'
  | 'extra';

/** Arguments that are right but for one thing, which the schema surely forbids. */
export interface Spoiled {
  readonly kind: SpoiledKind;
  /** Where: `filters.port`, `edits.0.oldText`. */
  readonly path: string;
  /** The last name of the path, which a helpful message says. */
  readonly field: string;
  readonly args: Record<string, unknown>;
  /** Words one of which a helpful message says: the type, the bound, the allowed values. */
  readonly expected: readonly string[];
  /** What is wrong, as one sentence without a full stop. */
  readonly why: string;
}

/** A way to spoil one value: the first of the candidates is taken that is proven wrong, and wrong in no other way. */
export interface WrongValue {
  readonly kind: SpoiledKind;
  readonly candidates: readonly unknown[];
  readonly expected: readonly string[];
  /** The keywords without which the candidate would do. */
  readonly without?: readonly string[];
  /** What is wrong, as the rest of a sentence that begins with the path. */
  why(value: unknown): string;
}

/** A value that fits its schema, and its place. */
export interface Target {
  readonly made: Made;
  readonly schema: unknown;
  readonly scope: SchemaScope;
  readonly name: string;
}

// Texts become numbers, numbers texts and lone items lists in servers that mean well; these become nothing.
const OBJECT = { 'errata-check': 'errata-check' };
const LIST = ['errata-check', 'errata-check'];

/** A value of another type, nothing at all, and one that is not among the allowed. */
export function* wrongTypes({ made, schema, scope }: Target): Generator<WrongValue> {
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
function wrongType(types: readonly string[], allowed: readonly string[]): WrongValue {
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
function othersThan(views: readonly SchemaView[]): readonly unknown[] {
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

const LARGEST = 2 ** 52;

/** Numbers beyond their bounds. */
export function* wrongNumbers({ made: { view } }: Target): Generator<WrongValue> {
  const steps = [1, ...numbersOf(view, 'multipleOf').filter((step) => step > 0)];
  const beyond = (bound: number, sign: 1 | -1): readonly number[] => [
    ...steps.map((step) => bound + sign * step),
    ...steps.map((step) => (Math.round(bound / step) + sign) * step),
  ];
  for (const [keyword, kind, sign, side] of [
    ['minimum', 'below-minimum', -1, 'below the minimum'],
    ['maximum', 'above-maximum', 1, 'above the maximum'],
  ] as const) {
    const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
    const without = [keyword, exclusive];
    for (const bound of numbersOf(view, keyword).filter(isModest)) {
      yield {
        kind,
        candidates: beyond(bound, sign),
        expected: wordsForBound(bound),
        without,
        why: (value) => `is ${quoted(value)}, ${side} of ${bound}`,
      };
    }
    for (const bound of numbersOf(view, exclusive).filter(isModest)) {
      yield {
        kind,
        candidates: [bound, ...beyond(bound, sign)],
        expected: wordsForBound(bound, bound - sign),
        without,
        why: (value) =>
          `is ${quoted(value)} and must be ${sign === 1 ? 'less' : 'more'} than ${bound}`,
      };
    }
  }
}

/** Texts that are too short, too long, or do not match. */
export function* wrongTexts({ made: { view, value } }: Target): Generator<WrongValue> {
  const text = String(value);
  const least = leastOf(view, 'minLength');
  const most = mostOf(view, 'maxLength');
  const why = (limit: string) => (sent: unknown) =>
    `has ${amount(String(sent).length, 'character')} and ${limit}`;
  if (least > 0 && least <= LONGEST_TEXT) {
    yield {
      kind: 'too-short',
      candidates: [text.slice(0, least - 1), textOfLength('errata-check', least - 1)],
      expected: wordsForLength(least),
      without: ['minLength'],
      why: why(`needs at least ${least}`),
    };
  }
  if (most < LONGEST_TEXT) {
    const last = text.at(-1) ?? 'a';
    yield {
      kind: 'too-long',
      candidates: [textOfLength('errata-check', most + 1), text.padEnd(most + 1, last)],
      expected: wordsForLength(most),
      without: ['maxLength'],
      why: why(`may have ${most}`),
    };
  }
  for (const pattern of textsOf(view, 'pattern')) {
    const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
    yield {
      kind: 'pattern',
      candidates: ['errata check ~', '~'.repeat(Math.max(1, text.length)), `~${text}~`, 'x', ''],
      expected: [pattern, 'pattern', 'match', 'format', 'regex'],
      without: ['pattern'],
      why: (sent) => `is ${quoted(sent)}, which does not match ${shown}`,
    };
  }
}

/** Beyond it, a step of one is lost in the numbers of most languages. */
function isModest(bound: number): boolean {
  return Math.abs(bound) < LARGEST;
}

/** Lists that have too few or too many items, or a wrong one. */
export function* wrongLists(target: Target): Generator<WrongValue> {
  const { made, scope, name } = target;
  const least = leastOf(made.view, 'minItems');
  const most = mostOf(made.view, 'maxItems');
  const list = (length: number): readonly unknown[] | undefined =>
    makeList(made.view, { scope, name, depth: 1 }, length);
  const why = (limit: string) => (sent: unknown) =>
    `has ${amount((sent as readonly unknown[]).length, 'item')} and ${limit}`;
  if (least > 0 && least <= MOST_ITEMS) {
    yield {
      kind: 'too-few-items',
      candidates: [(list(0) ?? []).slice(0, least - 1)],
      expected: wordsForLength(least),
      without: ['minItems'],
      why: why(`needs at least ${least}`),
    };
  }
  if (most < MOST_ITEMS) {
    const more = list(most + 1);
    yield {
      kind: 'too-many-items',
      candidates: more === undefined ? [] : [more],
      expected: wordsForLength(most),
      without: ['maxItems'],
      why: why(`may have ${most}`),
    };
  }
}

/** A list that begins with an item, and how that item is to be. */
interface FirstItem {
  readonly list: readonly unknown[];
  readonly schema: unknown;
  readonly made: Made;
}

export function firstItemOf({ made: { view }, scope, name }: Target): FirstItem | undefined {
  const schema = allOf(schemasOfItem(view, 0));
  const made = make(schema, { scope, name, depth: 1 });
  const list = makeList(view, { scope, name, depth: 1 }, 1);
  return made && list && { list: [made.value, ...list.slice(1)], schema, made };
}

/** What is wrong about an item of another type. */
export function wrongItem({ schema }: FirstItem, { scope }: Target): WrongValue | undefined {
  const views = readingsOf(schema, scope);
  const types = typesOfAny(views);
  if (types.length === 0) return undefined;
  return { ...wrongType(types, wordsForAllowed(views)), kind: 'wrong-item' };
}
