import type { WireExchange } from '../../exchange.js';
import {
  cells,
  clip,
  counted,
  fitting,
  fold,
  printable,
  wireText,
  type WireText,
  brief,
} from '../text.js';
import { headersText, wasAnswered, wireLog, type WireEntry } from '../wire-log.js';
import { beside, labelled, TEXT_COLUMN, type Page, paragraph } from './page.js';
import type { Finding } from '../findings.js';
import { nothingText, tokensText, viewsOf, type GroupedView } from '../grouped-views.js';

/** Two lines tell most replies; the files tell the rest. */
const LINES = 2;
const EXCHANGES = 2;
const ENTRIES = 3;

/** The bytes that show a finding. */
export function wireLines(page: Page, exchanges: readonly WireExchange[]): string[] {
  const shown = page.verbose ? exchanges : exchanges.slice(0, EXCHANGES);
  const left = exchanges.length - shown.length;
  return [
    ...shown.flatMap((exchange) => exchangeLines(page, exchange)),
    ...(left > 0
      ? labelled(page, '', `and ${counted(left, 'more exchange')}`, page.colors.dim)
      : []),
  ];
}

function exchangeLines(page: Page, exchange: WireExchange): string[] {
  const log = wireLog(exchange);
  return [
    ...side(
      page,
      'sent',
      log.filter(({ way }) => way === 'out'),
    ),
    ...side(
      page,
      'got',
      log.filter(({ way }) => way === 'in'),
    ),
    ...(wasAnswered(log) ? [] : labelled(page, 'got', 'nothing', page.colors.dim)),
  ];
}

function side(page: Page, word: string, entries: readonly WireEntry[]): string[] {
  const shown = page.verbose ? entries : entries.slice(0, ENTRIES);
  const left = entries.length - shown.length;
  return [
    ...shown.flatMap((entry) => beside(page, word, entryLines(page, entry))),
    ...(left > 0 ? labelled(page, '', `and ${left} more`, page.colors.dim) : []),
  ];
}

function entryLines(page: Page, entry: WireEntry): string[] {
  const answer = [entry.head, headersText(entry)].filter((text) => text).join('  ');
  const head = answer === '' ? [] : shorten(page, wireText(answer)).map(page.colors.dim);
  if (entry.text.length > 0) return [...head, ...shorten(page, entry.text)];
  return head.length > 0 ? head : [page.colors.dim('(empty)')];
}

/** The beginning of a text in so many lines; what was cut off is named by the length of the whole. */
function shorten(page: Page, { text, length }: WireText): string[] {
  const width = page.columns - TEXT_COLUMN;
  const lines = fold(printable(page.verbose ? text : clip(text, 2 * (width * LINES + 1))), width);
  if (length === text.length && (page.verbose || lines.length <= LINES)) return lines;
  const kept = page.verbose ? lines : lines.slice(0, LINES);
  const note = `… ${counted(length, 'character')}`;
  const last = kept.pop()!;
  return [
    ...kept,
    `${last.slice(0, fitting(last, width - cells(note) - 1))} ${page.colors.dim(note)}`,
  ];
}

/** So much of a text tells what it is about. */
const TELLING = 1000;

/** Whether two views show the very same, of whatever call. */
export function isSameView(a: GroupedView, b: GroupedView): boolean {
  return JSON.stringify(a.shown) === JSON.stringify(b.shown);
}

/** Whether two views differ only a little: the same hosts together, and most words the same. */
export function isLikeView(a: GroupedView, b: GroupedView): boolean {
  return (
    a.shown.length === b.shown.length &&
    a.shown.every(({ names, text }, index) => {
      const other = b.shown[index]!;
      return names.join() === other.names.join() && isLike(text, other.text);
    })
  );
}

/** Whether two thirds of the words are in both. */
export function isLike(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const both = [...one].filter((word) => other.has(word)).length;
  return both * 3 >= Math.max(one.size, other.size) * 2;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.slice(0, TELLING).match(/\S+/g));
}

/** How many characters at the end of two texts are the same. */
export function sharedTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

/** So much of what a model sees tells what it is about. */
const VIEW_LENGTH = 240;
/** A host that shows the same as the one above behind words of its own: so much of the same is shown again. */
const AGAIN = 40;
/** Views of one finding that have little in common. */
const PANELS = 2;

/** A panel, and who showed it first. */
interface Panel {
  readonly id: string;
  readonly view: GroupedView;
}

/** What models see of the findings of a server, in order: a text that was shown before is only named. */
export function createPanels(page: Page): (finding: Finding) => string[] {
  const earlier: Panel[] = [];
  return (finding) => {
    const views = viewsOf(finding);
    if (page.verbose) return views.flatMap((view) => panelLines(page, view));
    const answer = new Map<Panel, GroupedView[]>();
    for (const view of views) {
      const known = [...answer.keys(), ...earlier];
      const panel = known.find((one) => isSameView(one.view, view)) ??
        known.find((one) => isLikeView(one.view, view)) ?? { id: finding.first.id, view };
      answer.set(panel, [...(answer.get(panel) ?? []), view]);
    }
    const shown = [...answer].slice(0, PANELS);
    const lines = shown.flatMap(([panel, likes]) =>
      earlier.includes(panel)
        ? referenceLines(page, panel, likes)
        : [...panelLines(page, panel.view), ...moreLines(page, likes.length - 1, 'more like it')],
    );
    earlier.push(...shown.map(([panel]) => panel).filter((panel) => !earlier.includes(panel)));
    const left = [...answer].slice(PANELS).flatMap(([, likes]) => likes);
    return [...lines, ...moreLines(page, left.length, 'more')];
  };
}

function referenceLines(page: Page, { id, view }: Panel, likes: readonly GroupedView[]): string[] {
  const isSame = likes.some((like) => isSameView(like, view));
  return labelled(page, 'model', `${isSame ? 'as' : 'much as'} for ${id} above`, page.colors.dim);
}

function moreLines(page: Page, count: number, words: string): string[] {
  return count > 0 ? labelled(page, '', `and ${count} ${words}`, page.colors.dim) : [];
}

function panelLines(page: Page, { call, shown }: GroupedView): string[] {
  const first = shown[0]?.text ?? '';
  return [
    ...labelled(page, 'model', `What the model sees of ${brief(call)}:`, page.colors.dim),
    ...shown.flatMap((group, index) => {
      const { names, text, tokens } = group;
      const who = names.join(', ');
      if (text === '') return hanging(page, `${who}: ${nothingText(group)}`);
      const most = page.verbose ? Infinity : lengthShown(text, index === 0 ? '' : first);
      return hanging(page, `${who} (${tokensText(tokens)}): ${shortText(text, most)}`);
    }),
  ];
}

function lengthShown(text: string, above: string): number {
  const again = sharedTail(text, above);
  return again > 2 * AGAIN ? Math.min(VIEW_LENGTH, text.length - again + AGAIN) : VIEW_LENGTH;
}

function hanging(page: Page, text: string): string[] {
  const lines = paragraph({ ...page, columns: page.columns - TEXT_COLUMN }, text);
  return lines.map((line) => ' '.repeat(TEXT_COLUMN) + line);
}

function shortText(whole: string, most: number): string {
  const { text, length } = wireText(whole);
  const kept = clip(text, most);
  return kept.length === length ? kept : `${kept.trimEnd()} … ${counted(length, 'character')}`;
}
