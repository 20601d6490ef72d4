import { provocationName } from './define-system.js';
import type { Proof, Undeclared } from './proof.js';
import type { CellReport } from './run-cell.js';
import type { Provocation, ResultForm } from './system.js';

/** What was to be seen, and where. */
export interface Plan extends Pick<Proof, 'system' | 'transports' | 'eras'> {
  readonly reasons: readonly string[];
  readonly provocations: readonly Provocation<never>[];
  readonly forms: readonly ResultForm<never>[];
  /** How many results there are when everything was tried. */
  readonly total: number;
}

/** The proof that the reports of all cells make together. */
export function sumUp(reports: readonly CellReport[], plan: Plan): Proof {
  const { system, transports, eras, reasons, provocations, total } = plan;
  const results = inOrder(
    join(reports, 'results'),
    provocations.map(provocationName),
    provocationName,
  );
  const names = plan.forms.map(({ name }) => name);
  const forms = inOrder(join(reports, 'forms'), names, ({ name }) => name);
  const provoked = new Set(
    results.filter(({ outcome }) => outcome === 'provoked').map(({ reason }) => reason),
  );
  const shown = new Set(forms.filter(({ outcome }) => outcome === 'shown').map(({ name }) => name));
  const undeclared = distinct(join(reports, 'undeclared'));
  const missingFields = join(reports, 'missingFields');
  const unclosed = join(reports, 'unclosed');
  const flaws = [undeclared, missingFields, unclosed].some((list) => list.length > 0);
  const missed = [...results, ...forms].some(({ outcome }) => outcome === 'missed');
  const done = results.length + forms.length;
  const all = provoked.size === reasons.length && shown.size === names.length;
  return {
    system,
    declared: reasons.length,
    provoked: provoked.size,
    results,
    formsDeclared: names.length,
    formsShown: shown.size,
    forms,
    undeclared,
    missingFields,
    unclosed,
    transports,
    eras,
    ...(done < total && { stopped: { done, total } }),
    complete: done === total && !flaws && !missed && all,
  };
}

function inOrder<T>(list: T[], names: readonly string[], nameOf: (item: T) => string): T[] {
  return list.sort((a, b) => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b)));
}

function join<K extends keyof CellReport>(
  reports: readonly CellReport[],
  key: K,
): CellReport[K][number][] {
  return reports.flatMap((report) => report[key] as CellReport[K][number][]);
}

/** A stray failure may come a hundred times; once is enough to know. */
function distinct(list: readonly Undeclared[]): readonly Undeclared[] {
  return [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
}
