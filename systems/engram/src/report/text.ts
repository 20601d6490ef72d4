import type { EngramLang } from '@errata/catalogs/engram';

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes: wide East Asian characters take two. */
export function cells(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDE.test(character) ? 2 : 1;
  return sum;
}

/** A text in at most so many columns, ended with `…` where it was cut. */
export function clipCells(text: string, width: number): string {
  if (cells(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (cells(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Rows as lines: the first column to the left, figures to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cells(cell))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const space = ' '.repeat(widths[index]! - cells(cell));
        return index === 0 ? cell + space : space + cell;
      })
      .join('  '),
  );
}

// Narrow characters stay together as words; between wide ones a line may end, but none begins with a mark.
const PIECES = /\s+|(?:[\x21-\x7e]+|[^\s\x21-\x7e])[，。：；、）]*/gu;

/** The lines of a text, each within so many columns. No word may be longer than that. */
export function wrapCells(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (cells((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    lines.push(line.trimEnd());
    line = piece.trimStart();
  }
  return [...lines, line.trimEnd()];
}

const PLAIN = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 3,
  roundingMode: 'trunc',
});

/** A count in at most six columns: exact below 100,000, and cut to three digits from there on. */
export function formatCount(count: number): string {
  return (count < 100_000 ? PLAIN : SHORT).format(count);
}

/** A count and what is counted. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const UNITS = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  zh: { day: '天', hour: '小时', minute: '分钟', second: '秒' },
} as const satisfies Record<EngramLang, object>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time in its two largest units: `2 h 5 min`. Minutes come without seconds, a hundred days without hours. */
export function formatDuration(seconds: number, lang: EngramLang): string {
  const { day, hour, minute, second } = UNITS[lang];
  const whole = (unit: number, rest = seconds) => Math.floor(rest / unit);
  if (seconds < MINUTE) return `${seconds} ${second}`;
  if (seconds < HOUR) return `${whole(MINUTE)} ${minute}`;
  if (seconds < DAY) return join(whole(HOUR), hour, whole(MINUTE, seconds % HOUR), minute);
  if (seconds < 100 * DAY) return join(whole(DAY), day, whole(HOUR, seconds % DAY), hour);
  return `${formatCount(whole(DAY))} ${day}`;
}

function join(large: number, unit: string, small: number, smallUnit: string): string {
  return `${large} ${unit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
}
