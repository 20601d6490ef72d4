import { readFileSync } from 'node:fs';
import type { Baseline, Case, Report, Target } from '@errata/check';
import { sentenceOf } from '../../running.js';
import { UsageError } from '../../usage-error.js';
import type { CheckLibrary } from './check-library.js';

export function readBaseline(check: CheckLibrary, file: string): Baseline {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `cannot read the baseline ${file}: ${sentenceOf(error)}`,
      '--write-baseline writes one.',
    );
  }
  try {
    return check.parseBaseline(text);
  } catch (error) {
    throw new UsageError(`${file} is no baseline: ${sentenceOf(error)}`);
  }
}

/** The baseline of a run as text. What a file of the same name said before of reasons is taken over. */
export function renewBaseline(
  check: CheckLibrary,
  report: Report,
  file: string,
  given: Baseline | undefined,
): string {
  if (given !== undefined) return check.toBaseline(report, given);
  try {
    return check.toBaseline(report, readBaseline(check, file));
  } catch {
    return check.toBaseline(report); // the first of its name
  }
}

/** What was not run is neither known nor stale; a case that there is not at all stays, to be told of. */
export function withoutSkipped(
  baseline: Baseline,
  all: readonly Case[],
  run: readonly Case[],
): Baseline {
  const skipped = new Set(all.filter((each) => !run.includes(each)).map(({ id }) => id));
  return { ...baseline, known: baseline.known.filter((entry) => !skipped.has(entry.case)) };
}

/** Targets of a baseline that are named in a complaint. */
const MOST_NAMED = 3;

/** What is in a baseline for servers that are not checked, as a sentence: the name of a target may be spelled otherwise. */
export function describeForeign(
  { known }: Baseline,
  file: string,
  targets: readonly Target[],
): string | undefined {
  const own = new Set(targets.map(({ name }) => name));
  const foreign = known.flatMap(({ target }) =>
    target === undefined || own.has(target) ? [] : [target],
  );
  if (foreign.length === 0) return undefined;
  const names = [...new Set(foreign)];
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const what =
    foreign.length === 1
      ? `1 entry of ${file} is for a target that was`
      : `${foreign.length} entries of ${file} are for targets that were`;
  return `${what} not checked: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}
