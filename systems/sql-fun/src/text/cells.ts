import type { TextPosition } from './source-text.js';

interface Cell {
  readonly shown: string;
  readonly width: number;
  readonly start: number;
  readonly length: number;
}

const TAB = 4;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The segmenter takes its time, and most of SQL does not need it. */
const PLAIN = /^[ -~]*$/;
/** Moves the cursor, or turns the direction of the text. */
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const MARKS_ONLY = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const PICTURE = /\ufe0f|^\p{Regional_Indicator}{2}|^\p{Emoji_Presentation}/u;
/** The blocks of Unicode whose characters are twice as wide (East Asian Width W and F). */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** The characters of a line as they are shown: tabs become spaces, and what would do harm becomes `�`. */
function cellsOf(line: string): Cell[] {
  if (PLAIN.test(line)) {
    return Array.from(line, (shown, start) => ({ shown, width: 1, start, length: 1 }));
  }
  let column = 0;
  return Array.from(segmenter.segment(line), ({ segment, index: start }) => {
    const { length } = segment;
    const isTab = segment === '\t';
    const isHarmful = HARMFUL.test(segment);
    const width = isTab ? TAB - (column % TAB) : isHarmful ? 1 : widthOf(segment);
    column += width;
    const shown = isTab ? ' '.repeat(width) : isHarmful ? '�' : segment;
    return { shown, width, start, length };
  });
}

function widthOf(segment: string): number {
  if (segment.length === 1 && segment < '\u0300') return 1;
  if (MARKS_ONLY.test(segment)) return 0;
  return PICTURE.test(segment) || WIDE.test(segment) ? 2 : 1;
}

const lineOf = (cells: readonly Cell[]) => cells.map(({ shown }) => shown).join('');
const widthOfAll = (cells: readonly Cell[]) => cells.reduce((sum, { width }) => sum + width, 0);

/** Rows of cells as lines whose columns stand below each other, also where characters are wide. */
export function align(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  const shown = rows.map((row) =>
    row.map((cell, column) => {
      const cells = cellsOf(cell.replaceAll(/\s+/g, (run) => (/[\r\n\t]/.test(run) ? ' ' : run)));
      const width = widthOfAll(cells);
      widths[column] = Math.max(widths[column] ?? 0, width);
      return { text: lineOf(cells), width };
    }),
  );
  return shown
    .map((row) =>
      row
        .map(({ text, width }, column) => text + ' '.repeat(widths[column]! - width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const WIDTH = 80;
/** More characters than this are not looked at on either side, however long the line is. */
const REACH = 400;

/** The line of a place with its number, and a caret under the character. A long line is cut around the place to `width` cells. */
export function excerpt(text: string, place: TextPosition, width = WIDTH): string {
  const offset = Math.min(Math.max(place.offset, 0), text.length);
  const low = wholeCharacter(text, Math.max(0, offset - REACH));
  const near = text.slice(low, wholeCharacter(text, offset + REACH));
  const start = near.lastIndexOf('\n', offset - low - 1) + 1;
  const [shown = ''] = near.slice(start).split(/\r?\n/, 1);
  const cells = cellsOf(shown);
  // The character that the offset lies in, or the end.
  const at = offset - low - start;
  const found = cells.findLastIndex((cell) => cell.start <= at);
  const target = at >= shown.length ? cells.length : Math.max(0, found);
  const [first, last] = around(cells, target, width);
  const isCut = start + shown.length === near.length && low + near.length < text.length;
  const before = first > 0 || (start === 0 && low > 0) ? '…' : '';
  const behind = last < cells.length || isCut ? '…' : '';
  const caret = before.length + widthOfAll(cells.slice(first, target));
  const number = ` ${place.line} | `;
  const line = `${number}${before}${lineOf(cells.slice(first, last))}${behind}`;
  return `${line}\n${' '.repeat(number.length - 2)}| ${' '.repeat(caret)}^`;
}

/** An offset between the halves of a pair is moved before it. */
function wholeCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff && offset > 0 ? offset - 1 : offset;
}

/** Outwards from a place by turns; a side that is at its end leaves the rest of the room to the other. */
function around(cells: readonly Cell[], target: number, width: number): [number, number] {
  let [first, last, room] = [target, target, width];
  const take = (cell: Cell | undefined): number => {
    if (cell === undefined || cell.width > room) return 0;
    room -= cell.width;
    return 1;
  };
  for (let taken = 1; taken > 0;) {
    const [right, left] = [take(cells[last]), take(cells[first - 1])];
    [first, last, taken] = [first - left, last + right, left + right];
  }
  return [first, last];
}
