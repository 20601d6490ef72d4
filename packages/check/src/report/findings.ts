import type { Era } from '@errata/core';
import type { Group } from '../case.js';
import type { ConnectionState } from '../exchange.js';
import type { CaseResult, TargetReport, Verdict } from '../run/results.js';
import { brief } from './text.js';
import { VERDICT_ORDER } from './verdicts.js';

/** How much a violation hurts, by its group; the least number hurts most. */
export const SEVERITY: Readonly<Record<Group, number>> = {
  // The server ends, or falls mute.
  abuse: 0,
  leaks: 1,
  answers: 2,
  process: 2.5,
  silent: 3,
  framing: 4,
  lifecycle: 5,
  cancellation: 6,
  retry: 7,
  http: 8,
  methods: 9,
  arguments: 10,
  messages: 11,
  codes: 12,
  requests: 13,
  notifications: 14,
  batches: 15,
  ids: 16,
};

/** One case with one verdict at one server, in one revision or several. */
export interface Finding {
  /** What all of them share is read from the first. */
  readonly first: CaseResult;
  readonly results: readonly CaseResult[];
  readonly eras: readonly Era[];
}

/** The findings of a server with these verdicts: the worst verdict first, and within it what hurts most. */
export function findingsOf(target: TargetReport, verdicts: readonly Verdict[]): readonly Finding[] {
  const groups = new Map<string, CaseResult[]>();
  for (const result of target.eras.flatMap(({ results }) => results)) {
    if (!verdicts.includes(result.verdict)) continue;
    const key = `${result.verdict} ${result.id}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()]
    .map((results) => ({ first: results[0]!, results, eras: results.map(({ era }) => era) }))
    .sort((a, b) => byHurt(a.first, b.first));
}

/** For sorting, the worst first; what hurts alike stays in the order of the cases. */
export function byHurt(
  a: Pick<CaseResult, 'verdict' | 'group'>,
  b: Pick<CaseResult, 'verdict' | 'group'>,
): number {
  return (
    VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict) ||
    SEVERITY[a.group] - SEVERITY[b.group]
  );
}

/** What was seen, each sentence once; where revisions differ, with those that it is about. */
export function whysOf({ results }: Finding): readonly string[] {
  const whys = new Map<string, Era[]>();
  for (const { why, era } of results) {
    if (why !== undefined) whys.set(why, [...(whys.get(why) ?? []), era]);
  }
  return [...whys].map(([why, eras]) =>
    eras.length < results.length ? `${eras.join(', ')}: ${brief(why)}` : brief(why),
  );
}

/** What is said of a connection that is not open as it should be. */
export const STATE_TEXTS: Readonly<Record<ConnectionState, string | undefined>> = {
  closed: 'the server closed the connection',
  silent: 'the server did not answer',
  open: undefined,
};

/** Where the connection stood afterwards, in the revision where it was worst. */
export function stateOf({ results }: Finding): ConnectionState {
  const states = results.map(({ connection }) => connection);
  return states.includes('closed') ? 'closed' : states.includes('silent') ? 'silent' : 'open';
}
