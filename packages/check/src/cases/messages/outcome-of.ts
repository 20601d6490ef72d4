import { kept, violated, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';

/** Exchanges that show a violation; a report needs no more. */
const MOST_EVIDENCE = 3;

/** What a list of things that are wrong comes to: the first in words, the rest as a number. */
export function outcomeOf(
  bad: readonly { readonly why: string; readonly exchange: Exchange }[],
): Outcome {
  const [first] = bad;
  if (first === undefined) return kept;
  const more = bad.length > 1 ? ` (and ${bad.length - 1} more)` : '';
  const evidence = bad.slice(0, MOST_EVIDENCE).map(({ exchange }) => exchange);
  return violated(`${first.why}${more}`, ...evidence);
}
