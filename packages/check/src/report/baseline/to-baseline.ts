import type { BaselineEntry, Report } from '../../run/results.js';
import { jsonText } from '../text/json-text.js';
import { entryFor } from './apply-baseline.js';
import type { Baseline } from './parse-baseline.js';

const LISTED: ReadonlySet<string> = new Set(['fail', 'warn', 'known']);

/** A baseline file of everything that fails or warns now. Reasons are taken over from the one before; those that are empty are for the user to say. */
export function toBaseline(report: Report, before: Baseline = { known: [] }): string {
  const known = report.targets.flatMap(({ target, eras }) =>
    eras.flatMap(({ era, results }) =>
      results
        .filter(({ verdict }) => LISTED.has(verdict))
        .map(({ id }): BaselineEntry => {
          const { why = '' } = entryFor(before.known, id, era, target) ?? {};
          return { case: id, era, target, why };
        }),
    ),
  );
  return `${jsonText({ version: 1, known: known.sort(byName) }, 2)}\n`;
}

function byName(a: BaselineEntry, b: BaselineEntry): number {
  const [one, other] = [a, b].map(({ case: id, era, target }) => JSON.stringify([id, era, target]));
  return one! < other! ? -1 : 1;
}
