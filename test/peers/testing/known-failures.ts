import type { Score, Scores } from './conformance.js';

/** Why a check of the conformance suite fails, as far as it is known. */
export interface KnownFailure {
  readonly scenario: string;
  /** All of the scenario unless told. */
  readonly check?: string;
  readonly reason: string;
}

/** Failures that nobody has explained, and explanations of what does not fail. */
export function unexplained(scores: Scores, known: readonly KnownFailure[]): readonly string[] {
  const failures = [...scores].flatMap(([scenario, score]) =>
    failuresOf(score).map(([check, message]) => ({ scenario, check, message })),
  );
  const strange = failures.filter((failure) => !known.some((entry) => explains(entry, failure)));
  const stale = known.filter((entry) => !failures.some((failure) => explains(entry, failure)));
  return [
    ...strange.map(({ scenario, check, message }) => `${scenario} ${check}: ${message}`),
    ...stale.map(({ scenario, check = '' }) => `${scenario} ${check}: does not fail any more`),
  ];
}

/** A scenario that checked nothing has shown nothing. */
function failuresOf({ passed, failed }: Score): readonly (readonly [string, string])[] {
  return passed.size + failed.size === 0 ? [['nothing', 'was checked']] : [...failed];
}

function explains(
  entry: KnownFailure,
  failure: { readonly scenario: string; readonly check: string },
): boolean {
  return (
    entry.scenario === failure.scenario &&
    (entry.check === undefined || entry.check === failure.check)
  );
}
