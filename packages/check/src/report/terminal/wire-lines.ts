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
} from '../text.js';
import { headersText, wasAnswered, wireLog, type WireEntry } from '../wire-log.js';
import { beside, labelled, TEXT_COLUMN, type Page } from './page.js';

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
  const head = answer === '' ? [] : shorten(page, wireText(answer), LINES).map(page.colors.dim);
  if (entry.text.length > 0) return [...head, ...shorten(page, entry.text, LINES)];
  return head.length > 0 ? head : [page.colors.dim('(empty)')];
}

/** The beginning of a text in so many lines; what was cut off is named by the length of the whole. */
function shorten(page: Page, { text, length }: WireText, most: number): string[] {
  const width = page.columns - TEXT_COLUMN;
  const lines = fold(printable(page.verbose ? text : clip(text, 2 * (width * most + 1))), width);
  if (length === text.length && (page.verbose || lines.length <= most)) return lines;
  const kept = page.verbose ? lines : lines.slice(0, most);
  const note = `… ${counted(length, 'character')}`;
  const last = kept.pop()!;
  return [
    ...kept,
    `${last.slice(0, fitting(last, width - cells(note) - 1))} ${page.colors.dim(note)}`,
  ];
}
