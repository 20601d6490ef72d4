/** A character as a terminal shows it. */
export interface Cell {
  readonly shown: string;
  /** How many columns of a terminal it takes. */
  readonly width: number;
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

const TAB = 4;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The characters of a line as they are shown: tabs become spaces, and what would move the cursor or turn the direction of the
 * text becomes `�`.
 */
export function cellsOf(line: string): Cell[] {
  if (PLAIN.test(line)) return Array.from(line, plainCell);
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    const cell = cellOf(segment, index, column);
    cells.push(cell);
    column += cell.width;
  }
  return cells;
}

/** The segmenter takes its time, and most of SQL does not need it. */
const PLAIN = /^[ -~]*$/;

function plainCell(shown: string, start: number): Cell {
  return { shown, width: 1, start, length: 1 };
}

function cellOf(segment: string, start: number, column: number): Cell {
  if (segment === '\t') {
    const width = TAB - (column % TAB);
    return { shown: ' '.repeat(width), width, start, length: 1 };
  }
  const { length } = segment;
  if (HARMFUL.test(segment)) return { shown: '�', width: 1, start, length };
  return { shown: segment, width: widthOf(segment), start, length };
}

const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const MARKS_ONLY = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const PICTURE = /\ufe0f|^\p{Regional_Indicator}{2}|^\p{Emoji_Presentation}/u;

function widthOf(segment: string): number {
  if (segment.length === 1 && segment < '\u0300') return 1;
  if (MARKS_ONLY.test(segment)) return 0;
  return PICTURE.test(segment) || isWide(segment.codePointAt(0)!) ? 2 : 1;
}

/** The blocks of Unicode whose characters are twice as wide (East Asian Width W and F). */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

function isWide(codePoint: number): boolean {
  return WIDE.some(([first, last]) => codePoint >= first && codePoint <= last);
}
