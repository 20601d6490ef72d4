import { cellsOf, type Cell } from './cells.js';
import type { Place } from './place.js';

const WIDTH = 80;
/** More characters than this are not looked at on either side, however long the line is. */
const REACH = 400;

/**
 * The line of a place with its number, and a caret under the character:
 * ```
 *  3 | SELECT emial FROM users
 *    |        ^
 * ```
 * A long line is cut around the place to `width` cells, and `…` stands for the rest.
 */
export function excerpt(text: string, place: Place, width = WIDTH): string {
  const offset = Math.min(Math.max(place.offset, 0), text.length);
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const after = text.indexOf('\n', offset);
  const end =
    after === -1 ? text.length : after > start && text[after - 1] === '\r' ? after - 1 : after;
  const from = wholeCharacter(text, Math.max(start, offset - REACH));
  const to = wholeCharacter(text, Math.min(end, offset + REACH));
  const cells = cellsOf(text.slice(from, to));
  const shown = cut(cells, indexAt(cells, offset - from), from > start, to < end, width);
  const number = ` ${place.line} | `;
  return `${number}${shown.line}\n${' '.repeat(number.length - 2)}| ${' '.repeat(shown.caret)}^`;
}

/** An offset between the halves of a pair is moved before it. */
function wholeCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff && offset > 0 ? offset - 1 : offset;
}

/** The character that an offset lies in, or the end. */
function indexAt(cells: readonly Cell[], offset: number): number {
  const next = cells.findIndex(({ start }) => start > offset);
  if (next !== -1) return Math.max(0, next - 1);
  const last = cells.at(-1);
  if (last === undefined) return 0;
  return offset >= last.start + last.length ? cells.length : cells.length - 1;
}

function cut(
  cells: readonly Cell[],
  target: number,
  moreBefore: boolean,
  moreAfter: boolean,
  width: number,
): { line: string; caret: number } {
  let [first, last] = [target, target];
  let room = width;
  // Outwards from the place by turns; a side that is at its end leaves the rest of the room to the other.
  for (let grown = true; grown;) {
    grown = false;
    const right = cells[last];
    if (right !== undefined && right.width <= room) {
      room -= right.width;
      last++;
      grown = true;
    }
    const left = cells[first - 1];
    if (left !== undefined && left.width <= room) {
      room -= left.width;
      first--;
      grown = true;
    }
  }
  const before = first > 0 || moreBefore ? '…' : '';
  const after = last < cells.length || moreAfter ? '…' : '';
  const caret = cells.slice(first, target).reduce((sum, { width }) => sum + width, before.length);
  const line = cells
    .slice(first, last)
    .map(({ shown }) => shown)
    .join('');
  return { line: `${before}${line}${after}`, caret };
}
