import { stateOf, STATE_TEXTS, whysOf, type Finding } from '../findings.js';
import { cells } from '../text/wrap.js';
import { VERDICTS } from '../verdicts.js';
import { labelled, paintOf, paragraph, type Page } from './page.js';
import { wireLines } from './wire-lines.js';

/** One bug: the rule, what was seen instead, the bytes that show it, the way out, and what a model makes of it. */
export function bugLines(
  page: Page,
  finding: Finding,
  panels: (finding: Finding) => string[],
): string[] {
  const { first, results } = finding;
  const state = STATE_TEXTS[stateOf(finding)];
  const exchanges = page.verbose ? results.flatMap((each) => each.exchanges) : first.exchanges;
  return [
    '',
    ...titleLines(page, finding),
    ...labelled(page, first.keyword, first.requirement),
    ...whysOf(finding).flatMap((why) => labelled(page, 'seen', why)),
    ...wireLines(page, exchanges),
    ...(state === undefined ? [] : labelled(page, 'state', state, page.colors.red)),
    ...labelled(page, 'fix', first.fix),
    ...labelled(page, 'rule', first.link, page.colors.cyan),
    ...panels(finding),
  ];
}

function titleLines(page: Page, { first, eras }: Finding): string[] {
  const { colors, columns } = page;
  const mark = `${VERDICTS[first.verdict].symbol} ${first.id}`;
  const where = eras.join(', ');
  const paint = (text: string) => colors.bold(paintOf(page, first.verdict)(text));
  const gap = columns - cells(mark) - cells(where);
  return gap >= 2
    ? [`${paint(mark)}${' '.repeat(gap)}${colors.dim(where)}`]
    : [
        ...paragraph(page, mark, { paint }),
        ...paragraph(page, where, { indent: 2, paint: colors.dim }),
      ];
}
