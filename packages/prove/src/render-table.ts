import { clipText } from '@errata/core/fault';
import { cellName, type Entry } from './entry.js';
import type { Proof } from './proof.js';

/** Gives a text the colour of what became of something. */
export type Paint = (text: string, outcome: Entry['outcome']) => string;

const MARKS: Readonly<Record<Entry['outcome'], string>> = {
  provoked: '✓',
  shown: '✓',
  impossible: '–',
  missed: '✗',
};

/** A row for each name and a column for each cell; a list where that does not fit. */
export function renderTable(
  entries: readonly Entry[],
  { transports, eras }: Pick<Proof, 'transports' | 'eras'>,
  columns: number,
  paint: Paint,
): readonly string[] {
  const cells = transports.flatMap((transport) => eras.map((era) => ({ transport, era })));
  const rows = [...new Set(entries.map(({ name }) => name))];
  const first = Math.max(0, ...rows.map((name) => name.length)) + 2;
  const width = Math.max(11, ...transports.map((transport) => transport.length + 1));
  if (first + cells.length * width > columns) return list(entries, columns, paint);
  const head = (texts: readonly string[]): string =>
    (' '.repeat(first) + texts.map((text) => text.padEnd(width)).join('')).trimEnd();
  return [
    head(cells.map(({ transport }) => transport)),
    head(cells.map(({ era }) => era)),
    ...rows.map((name) => {
      const marks = cells.map((cell) => {
        const found = entries.find(
          (each) => each.name === name && cellName(each) === cellName(cell),
        );
        if (found === undefined) return ' '.repeat(width);
        return paint(`${MARKS[found.outcome]}${numberOf(found)}`.padEnd(width), found.outcome);
      });
      return (name.padEnd(first) + marks.join('')).trimEnd();
    }),
  ];
}

function list(entries: readonly Entry[], columns: number, paint: Paint): readonly string[] {
  return entries.map((entry) => {
    const { outcome, name } = entry;
    const line = `${MARKS[outcome]} ${name}${numberOf(entry)}, ${cellName(entry)}`;
    return paint(clipText(line, columns), outcome);
  });
}

function numberOf({ code }: Entry): string {
  return code === undefined ? '' : ` ${code}`;
}
