import type { CaseResult, TargetReport } from '../run/results.js';
import { findingsOf, whysOf, type Finding } from './findings.js';
import { brief, clip, counted } from './text.js';

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** Failures up to which a server has a grade; more is an F. */
const MOST_FAILURES: readonly (readonly [Grade, number])[] = [
  ['C', 2],
  ['D', 5],
  ['E', 10],
];

/** Warnings of a server without a failure that still has an A. */
const FEW_WARNINGS = 5;

/**
 * What a server came to, in one letter; undefined where nothing was judged. Each case counts once, by its worst revision. A server that
 * ends, or that leaks, has an F. What the contract declares and the baseline knows does not count.
 */
export function gradeOf(target: TargetReport): Grade | undefined {
  const results = target.eras.flatMap((each) => each.results);
  if (target.unreachable !== undefined || !results.some(isJudged)) return undefined;
  const failures = findingsOf(target, ['fail']).map(({ first }) => first);
  if (failures.some(({ group }) => group === 'abuse' || group === 'leaks')) return 'F';
  if (failures.length > 0) {
    return MOST_FAILURES.find(([, most]) => failures.length <= most)?.[0] ?? 'F';
  }
  return findingsOf(target, ['warn']).length <= FEW_WARNINGS ? 'A' : 'B';
}

function isJudged({ verdict }: CaseResult): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}

/** Characters of the line about the worst finding: all of it is told where it is listed. */
const SHORT = 160;

/** The finding that hurts most, and what was seen, in a line or two. */
export function worstFinding(
  target: TargetReport,
): (Finding & { readonly seen: string }) | undefined {
  const worst = findingsOf(target, ['fail', 'warn'])[0];
  if (worst === undefined) return undefined;
  const seen = whysOf(worst)[0] ?? worst.first.requirement;
  return { ...worst, seen: seen.length <= SHORT ? seen : `${clip(seen, SHORT)}…` };
}

/** The verdict on a server in one line: `F  shop 1.0.0: 12 failures, 3 warnings`. */
export function verdictText(target: TargetReport): string {
  const { server, unreachable } = target;
  const who = brief(`${server.name} ${server.version}`.trim()) || brief(target.target);
  if (unreachable !== undefined) return `not judged  ${who}`;
  const failures = findingsOf(target, ['fail']).length;
  const warnings = findingsOf(target, ['warn']).length;
  const what =
    failures + warnings === 0
      ? 'no failures, no warnings'
      : `${counted(failures, 'failure')}, ${counted(warnings, 'warning')}`;
  const partly = target.interrupted === true ? ', interrupted: not all cases ran' : '';
  return `${gradeOf(target) ?? 'no grade'}  ${who}: ${what}${partly}`;
}
