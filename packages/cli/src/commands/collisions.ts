import { writeFileSync } from 'node:fs';
import { collisionMap, type NumberReport } from '@errata/catalogs';
import type { Command } from 'commander';
import { renderCollisionPage } from '../output/collision-page.js';
import { renderTable } from '../output/table.js';
import { writeJson } from '../output/write-json.js';
import type { Perform } from '../perform.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

export function addCollisionsCommand(program: Command, perform: Perform): void {
  program
    .command('collisions')
    .description('show every number that means different things to different parties')
    .option('--html <file>', 'write the map as a web page')
    .option('--json', 'print one line of JSON')
    .action((options: { html?: string; json?: boolean }) =>
      perform((terminal) => {
        const map = collisionMap();
        if (options.html !== undefined) writePage(options.html, map, terminal);
        if (options.json === true) writeJson({ collisions: map }, terminal);
        else if (options.html === undefined) terminal.out(`${render(map, terminal)}\n`);
        return 0;
      }),
    );
}

function writePage(file: string, map: readonly NumberReport[], terminal: Terminal): void {
  try {
    writeFileSync(file, renderCollisionPage(map));
  } catch (error) {
    const { code = 'unknown error' } = error as { code?: string };
    throw new UsageError(`cannot write ${file}: ${code}`);
  }
  terminal.err(`wrote ${file}\n`);
}

function render(map: readonly NumberReport[], terminal: Terminal): string {
  const rows = map.map(({ code, verdict, meanings }) => [
    String(code),
    verdict,
    [...new Set(meanings.map(({ who, name }) => `${who}: ${name}`))].join('; '),
  ]);
  const columns = [{ title: 'code' }, { title: 'verdict' }, { title: 'meanings', wrap: true }];
  return [
    renderTable(columns, rows, terminal.columns),
    '',
    `${map.length} numbers with more than one meaning. errata explain <code> tells all about one.`,
  ].join('\n');
}
