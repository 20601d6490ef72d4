import type { Verdict } from './verdict.js';

/** Disagreements that are known, each with its reason; by the name of the query. */
export type Disagreements = Readonly<Record<string, string>>;

/** What came out of a comparison. */
export interface Tally {
  readonly queries: number;
  readonly agree: number;
  /** Nothing is different, but not everything is known. */
  readonly unknown: readonly string[];
  /** Different, and not listed. */
  readonly different: readonly string[];
  /** Listed, and not different any more, or not among the queries at all. */
  readonly stale: readonly string[];
}

/** Count verdicts, given by the names of their queries. */
export function tally(verdicts: ReadonlyMap<string, Verdict>, listed: Disagreements = {}): Tally {
  const entries = [...verdicts];
  const differing = entries.filter(([, { differences }]) => differences.length > 0);
  const same = entries.filter(([, { differences }]) => differences.length === 0);
  const unknown = same.filter((entry) => entry[1].unknown.length > 0);
  return {
    queries: entries.length,
    agree: same.length - unknown.length,
    unknown: unknown.map(([name, verdict]) => `${name}: ${verdict.unknown.join('; ')}`),
    different: differing
      .filter(([name]) => !Object.hasOwn(listed, name))
      .map(([name, { differences }]) => `${name}: ${differences.join('; ')}`),
    stale: Object.keys(listed).filter((name) => !differing.some(([other]) => other === name)),
  };
}
