import type { Finding } from '../findings.js';
import { counted } from '../text/numbers.js';
import { cells } from '../text/wrap.js';
import { VERDICTS } from '../verdicts.js';
import { paintOf, paragraph, section, type Page } from './page.js';

/** So few findings are seen at a glance without an index. */
const FEW = 3;
const WIDEST = 80;

/** All findings of a server on one screen, a line for each, with its revision where it is only one of several. */
export function indexLines(page: Page, findings: readonly Finding[], revisions: number): string[] {
  if (findings.length <= FEW) return [];
  const lines = findings.flatMap(({ first, eras }) => {
    const paint = paintOf(page, first.verdict);
    const mark = `${VERDICTS[first.verdict].symbol} ${first.id}`;
    const where = eras.length < revisions ? eras.join(', ') : '';
    const gap = Math.min(WIDEST, page.columns) - 2 - cells(mark) - cells(where);
    return where !== '' && gap >= 2
      ? [`  ${paint(mark)}${' '.repeat(gap)}${page.colors.dim(where)}`]
      : paragraph(page, mark, { indent: 2, paint });
  });
  return section(page, `${counted(findings.length, 'finding')}, the worst first`, lines);
}
