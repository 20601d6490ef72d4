import { collisionMap, type NumberReport } from '@errata/catalogs';
import type { Command } from 'commander';
import type { Perform } from '../command.js';
import { renderCollisionPage } from '../output/collision-page.js';
import { byVerdict, groupByName } from '../output/meanings.js';
import { renderTable } from '../output/table.js';
import { wrap } from '../output/wrap.js';
import { writeFile, writeJson } from '../output/write.js';
import type { Terminal } from '../terminal.js';

export function addCollisionsCommand(program: Command, perform: Perform): void {
  program
    .command('collisions')
    .summary('numbers with several meanings')
    .description('Show every number with several meanings, the worst first.')
    .option('--html <file>', 'write the map as one HTML file')
    .option('--json', 'print one line of JSON')
    .action((options: { html?: string; json?: boolean }) =>
      perform((terminal) => {
        const map = collisionMap();
        if (options.html !== undefined) {
          writeFile(options.html, renderCollisionPage(map));
          terminal.err(`wrote ${options.html}\n`);
        }
        if (options.json === true) writeJson({ collisions: map }, terminal);
        else if (options.html === undefined) terminal.out(`${renderCollisions(map, terminal)}\n`);
        return 0;
      }),
    );
}

/** The collision map for a terminal: a table for each verdict, a line for each name. */
function renderCollisions(map: readonly NumberReport[], terminal: Terminal): string {
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
