import type { Verdict } from '../../run/results.js';
import { pad, printable, wrap } from '../text.js';

/** The colours of a terminal, as picocolors has them; tests use functions that add none. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** What is written on. */
export interface Page {
  readonly columns: number;
  readonly colors: Colors;
  /** Whether wire texts are shown in full, and cases that do not apply are shown at all. */
  readonly verbose: boolean;
  /** Whether warnings fail too. */
  readonly strict?: boolean;
}

type Paint = (text: string) => string;

const plain: Paint = (text) => text;

/** How a verdict is coloured. */
export function paintOf({ colors }: Page, verdict: Verdict | undefined): Paint {
  switch (verdict) {
    case 'fail':
      return colors.red;
    case 'warn':
      return colors.yellow;
    case 'pass':
      return colors.green;
    case 'declared':
    case 'known':
      return colors.cyan;
    default:
      return colors.dim;
  }
}

/** Before every line that a text of ours does not begin: what a server wrote must not look like a line of the report. */
export const BAR = '│ ';

/** A text over as many lines as it needs, each moved in by some spaces. Begin it with words of ours: the other lines begin with a bar. */
export function paragraph(
  { columns }: Page,
  text: string,
  { indent = 0, paint = plain }: { indent?: number; paint?: Paint } = {},
): string[] {
  const gutter = Math.max(indent, BAR.length);
  return wrap(printable(text), columns - indent, columns - gutter).map((line, index) =>
    index === 0 ? ' '.repeat(indent) + paint(line) : BAR.padStart(gutter) + paint(line),
  );
}

/** Where the texts of a finding begin, so that the words before them stand in a column. */
export const TEXT_COLUMN = 10;

/** A word, and lines beside it; all but the first begin with a bar. */
export function beside({ colors }: Page, word: string, lines: readonly string[]): string[] {
  return lines.map(
    (line, index) =>
      `  ${colors.dim(index === 0 ? pad(word, TEXT_COLUMN - 2) : BAR.padStart(TEXT_COLUMN - 2))}${line}`,
  );
}

/** A word, and a text beside it. */
export function labelled(page: Page, word: string, text: string, paint: Paint = plain): string[] {
  return beside(page, word, wrap(printable(text), page.columns - TEXT_COLUMN).map(paint));
}

/** A title with its lines; nothing if there are no lines. */
export function section(page: Page, title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : ['', ...paragraph(page, title, { paint: page.colors.bold }), ...lines];
}
