import type { Report } from '../run/results.js';
import { tallyCases, tallyOf, VERDICT_ORDER, type Tally } from './verdicts.js';

/** What a run came to. */
export interface Sum {
  readonly tally: Tally;
  readonly contract: number;
  readonly stale: number;
  readonly unreachable: number;
}

export function sumOf({ targets, stale }: Report): Sum {
  return {
    tally: targets
      .map(({ eras }) => tallyCases(eras.flatMap(({ results }) => results)))
      .reduce(add, tallyOf([])),
    contract: targets.flatMap(({ contract }) => contract?.findings ?? []).length,
    stale: stale.length,
    unreachable: targets.filter((target) => target.unreachable !== undefined).length,
  };
}

function add(a: Tally, b: Tally): Tally {
  return Object.fromEntries(
    VERDICT_ORDER.map((verdict) => [verdict, a[verdict] + b[verdict]]),
  ) as Tally;
}
