import type { TargetReport } from '../../run/results.js';
import { findingsOf, STATE_TEXTS, stateOf, type Finding } from '../findings.js';
import { brief, counted } from '../text.js';
import { paragraph, section, type Page } from './page.js';

/** What was not observed and why; first of all where the server went away or fell mute. */
export function notObservedLines(page: Page, target: TargetReport): string[] {
  const findings = findingsOf(target, ['not observed']);
  const lines = (['closed', 'silent', 'open'] as const).flatMap((state) => {
    const own = findings.filter((finding) => stateOf(finding) === state);
    const text = STATE_TEXTS[state];
    const title = text === undefined ? 'Not observed' : `Not observed, and ${text}`;
    return section(
      page,
      `${title}: ${counted(own.length, 'case')}`,
      reasonLines(page, own, target),
    );
  });
  return lines.length === 0 || page.verbose
    ? lines
    : [
        ...lines,
        ...paragraph(page, '(--verbose names the cases)', { indent: 2, paint: page.colors.dim }),
      ];
}

/** What did not apply and why. */
export function notApplicableLines(page: Page, target: TargetReport): string[] {
  const findings = findingsOf(target, ['not applicable']);
  return section(page, 'Not applicable', reasonLines(page, findings, target));
}

/** The reasons that kept most cases from being judged first, each with the number of its cases, or with all of them. */
function reasonLines(page: Page, findings: readonly Finding[], { eras }: TargetReport): string[] {
  const reasons = new Map<string, Map<string, string[]>>();
  for (const { id, era, why = 'no reason was given' } of findings.flatMap((one) => one.results)) {
    const cases = reasons.get(why) ?? new Map<string, string[]>();
    cases.set(id, [...(cases.get(id) ?? []), era]);
    reasons.set(why, cases);
  }
  const sorted = [...reasons].sort(([, a], [, b]) => b.size - a.size);
  const width = String(sorted[0]?.[1].size ?? 0).length;
  return sorted.flatMap(([why, cases]) => [
    ...numbered(page, String(cases.size).padStart(width), brief(why)),
    ...(page.verbose
      ? paragraph(page, namesOf(cases, eras.length), { indent: width + 4, paint: page.colors.dim })
      : []),
  ]);
}

function numbered(page: Page, number: string, text: string): string[] {
  const indent = number.length + 4;
  return paragraph(page, text, { indent }).map((line, index) =>
    index === 0 ? `  ${number}  ${line.slice(indent)}` : line,
  );
}

/** The cases, with their revisions where it is not so in all. */
function namesOf(cases: ReadonlyMap<string, readonly string[]>, revisions: number): string {
  return [...cases]
    .map(([id, eras]) => (eras.length < revisions ? `${id} (${eras.join(', ')})` : id))
    .join(', ');
}
