import { make, makeList, MOST_ITEMS } from '../make/make.js';
import type { Made } from '../make/make.js';
import { leastOf, mostOf, schemasOfItem } from '../make/read-view.js';
import { allOf } from '../part.js';
import { wrongType } from './faults-of-types.js';
import type { Fault, Target } from './fault.js';
import { amount, readingsOf, typesOfAny, wordsForAllowed, wordsForLength } from './words.js';

/** Lists that have too few or too many items, or a wrong one. */
export function* faultsOfLists(target: Target): Generator<Fault> {
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
export interface FirstItem {
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
export function wrongItem({ schema }: FirstItem, { scope }: Target): Fault | undefined {
  const views = readingsOf(schema, scope);
  const types = typesOfAny(views);
  if (types.length === 0) return undefined;
  return { ...wrongType(types, wordsForAllowed(views)), kind: 'wrong-item' };
}
