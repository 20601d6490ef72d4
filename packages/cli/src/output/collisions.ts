import type { NumberReport, Verdict } from '@errata/catalogs';
import type { Terminal } from '../terminal.js';
import { groupByName } from './name-groups.js';
import { renderTable } from './table.js';
import { VERDICTS } from './verdicts.js';
import { wrap } from './wrap.js';

/** The numbers by what is the matter with them, worst first; what is empty is left out. */
export function byVerdict(map: readonly NumberReport[]): readonly {
  readonly verdict: Verdict;
  readonly text: string;
  readonly reports: readonly NumberReport[];
}[] {
  return (Object.entries(VERDICTS) as [Verdict, string][])
    .map(([verdict, text]) => ({
      verdict,
      text,
      reports: map.filter((report) => report.verdict === verdict),
    }))
    .filter(({ reports }) => reports.length > 0);
}

/** The collision map for a terminal: a table for each verdict, a line for each name. */
export function renderCollisions(map: readonly NumberReport[], terminal: Terminal): string {
  const { colors, columns: width } = terminal;
  const sections = byVerdict(map).flatMap(({ verdict, text, reports }) => [
    ...wrap(`${verdict.toUpperCase()}: ${text}`, width).map(colors.bold),
    '',
    renderTable(
      [
        { title: 'code', style: colors.cyan },
        { title: 'called', wrap: true },
        { title: 'by', wrap: true, style: colors.dim },
      ],
      reports.flatMap(rowsOf),
      width,
    ),
    '',
  ]);
  return [
    ...sections,
    ...wrap(
      `${map.length} numbers with more than one meaning. errata explain <code> tells all about one.`,
      width,
    ),
  ].join('\n');
}

function rowsOf({ code, meanings }: NumberReport): string[][] {
  return groupByName(meanings).map(({ name, who, remarks }, index) => [
    index === 0 ? String(code) : '',
    name,
    [who.join(', '), ...remarks.map((remark) => `(${remark})`)].join(' '),
  ]);
}
