import { collisionMap } from '@errata/catalogs';
import type { Command } from 'commander';
import { renderCollisions } from '../output/collisions.js';
import { renderCollisionPage } from '../output/page/collision-page.js';
import { writeFile } from '../output/write-file.js';
import { writeJson } from '../output/write-json.js';
import type { Perform } from '../perform.js';

export function addCollisionsCommand(program: Command, perform: Perform): void {
  program
    .command('collisions')
    .summary('every number that means different things to different parties')
    .description(
      'Show every number that means different things to different parties, the worst first.',
    )
    .option('--html <file>', 'write the map as a web page that needs nothing else')
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
