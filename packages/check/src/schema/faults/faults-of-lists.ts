import { make, makeList, MOST_ITEMS } from '../make/make.js';
import type { Made } from '../make/make.js';
import { leastOf, mostOf, schemasOfItem } from '../make/read-view.js';
import { allOf } from '../part.js';
import { amount } from './faults-of-bounds.js';
import { wrongType } from './faults-of-types.js';
import type { Fault, Target } from './fault.js';
import { readingsOf, typesOfAny, wordsForAllowed, wordsForBound } from './words.js';

/** Lists that have too few or too many items, or a wrong one. */
export function* faultsOfLists(target: Target): Generator<Fault> {
  const { made, scope, name } = target;
  const least = leastOf(made.view, 'minItems');
  const most = mostOf(made.view, 'maxItems');
  const list = (length: number): readonly unknown[] | undefined =>
    makeList(made.view, { scope, name, depth: 1 }, length);
  const why = (limit: string) => (sent: unknown) =>
    `has ${amount((sent as readonly unknown[]).length, 'item')} and may have ${limit}`;
  if (least > 0 && least <= MOST_ITEMS) {
    yield {
      kind: 'too-few-items',
      candidates: [(list(0) ?? []).slice(0, least - 1)],
      expected: wordsForBound(least),
      without: ['minItems'],
      why: why(`no less than ${least}`),
    };
  }
  if (most < MOST_ITEMS) {
    const more = list(most + 1);
    yield {
      kind: 'too-many-items',
      candidates: more === undefined ? [] : [more],
      expected: wordsForBound(most),
      without: ['maxItems'],
      why: why(`no more than ${most}`),
    };
  }
}

/** A list with at least one item, and how that item is to be. */
export interface FirstItem {
  readonly list: readonly unknown[];
  readonly schema: unknown;
  readonly made: Made;
}

export function firstItemOf({ made, scope, name }: Target): FirstItem | undefined {
  const list = makeList(made.view, { scope, name, depth: 1 }, 1);
  const schema = allOf(schemasOfItem(made.view, 0));
  const item = make(schema, { scope, name, depth: 1 });
  return list && item && { list, schema, made: item };
}

/** What is wrong about an item of another type. */
export function wrongItem({ schema }: FirstItem, { scope }: Target): Fault | undefined {
  const views = readingsOf(schema, scope);
  const types = typesOfAny(views);
  if (types.length === 0) return undefined;
  return { ...wrongType(types, wordsForAllowed(views)), kind: 'wrong-item' };
}
