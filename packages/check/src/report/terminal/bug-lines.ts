import {
  stateOf,
  tokensText,
  viewsOf,
  whysOf,
  type Finding,
  type GroupedView,
} from '../findings.js';
import { brief, clip } from '../text/clip.js';
import { counted } from '../text/numbers.js';
import { wireText } from '../text/wire-text.js';
import { cells } from '../text/wrap.js';
import { VERDICTS } from '../verdicts.js';
import { labelled, paintOf, paragraph, TEXT_COLUMN, type Page } from './page.js';
import { wireLines } from './wire-lines.js';

/** So much of what a model sees tells what it is about. */
const VIEW_LENGTH = 240;

/** One bug: the rule, what was seen instead, the bytes that show it, the way out, and what a model makes of it. */
export function bugLines(page: Page, finding: Finding): string[] {
  const { first, results } = finding;
  const state = stateOf(finding);
  const exchanges = page.verbose ? results.flatMap((each) => each.exchanges) : first.exchanges;
  return [
    '',
    ...titleLines(page, finding),
    ...labelled(page, first.keyword, first.requirement),
    ...whysOf(finding).flatMap((why) => labelled(page, 'seen', why)),
    ...wireLines(page, exchanges),
    ...(state === undefined ? [] : labelled(page, 'after', state, page.colors.red)),
    ...labelled(page, 'fix', first.fix),
    ...labelled(page, 'rule', first.link, page.colors.cyan),
    ...viewsOf(finding).flatMap((view) => viewLines(page, view)),
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

function viewLines(page: Page, { call, shown }: GroupedView): string[] {
  const { colors } = page;
  return [
    ...labelled(page, 'model', `What the model sees of ${brief(call)}:`, colors.dim),
    ...shown.flatMap(({ names, text, tokens }) =>
      text === ''
        ? hanging(page, `${names.join(', ')}: nothing`)
        : hanging(page, `${names.join(', ')} (${tokensText(tokens)}): ${shortText(page, text)}`),
    ),
  ];
}

function hanging(page: Page, text: string): string[] {
  const lines = paragraph({ ...page, columns: page.columns - TEXT_COLUMN - 2 }, text);
  return lines.map((line, index) => ' '.repeat(TEXT_COLUMN + (index === 0 ? 0 : 2)) + line);
}

function shortText({ verbose }: Page, whole: string): string {
  const { text, length } = wireText(whole);
  const kept = verbose ? text : clip(text, VIEW_LENGTH);
  return kept.length === length ? kept : `${kept} … ${counted(length, 'character')}`;
}
