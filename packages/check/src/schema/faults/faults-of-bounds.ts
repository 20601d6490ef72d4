import { LONGEST_TEXT, textOfLength } from '../make/texts.js';
import { leastOf, mostOf, numbersOf, textsOf } from '../make/read-view.js';
import type { Fault, Target } from './fault.js';
import { amount, quoted, wordsForBound, wordsForLength } from './words.js';

const LARGEST = 2 ** 52;

/** Numbers beyond their bounds. */
export function* faultsOfNumbers({ made: { view } }: Target): Generator<Fault> {
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
export function* faultsOfTexts({ made: { view, value } }: Target): Generator<Fault> {
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
