import { Report } from './report.js';
import type { Rule } from './rule.js';

const MAX_ALTERNATIVES = 5;

/** Tells what is wrong with a value that is of none of several forms: by the form that it comes closest to. */
export function closest(
  forms: readonly Rule[],
  value: unknown,
  report: Report,
  path: string,
): void {
  const found = forms.map((form) => {
    const each = new Report(path);
    form(value, each, path);
    return each;
  });
  const nearest = found.reduce((best, each) => (each.distance < best.distance ? each : best));
  const alternatives = alternativesOf(found, path);
  const issues =
    alternatives === undefined ? nearest.issues : [{ path, message: alternatives.join(' or ') }];
  report.absorb(path, issues, nearest.distance);
}

/** `a string`, `null`: where each form wants but one thing of the value itself, all of them are told. */
function alternativesOf(found: readonly Report[], path: string): readonly string[] | undefined {
  const wanted = new Set<string>();
  for (const { issues } of found) {
    const [issue] = issues;
    if (issues.length !== 1 || issue?.path !== path) return undefined;
    wanted.add(issue.message);
  }
  return wanted.size <= MAX_ALTERNATIVES
    ? [...wanted]
    : [...[...wanted].slice(0, MAX_ALTERNATIVES), '…'];
}
