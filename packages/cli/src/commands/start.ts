import { KNOWN_CONTRACTS } from '@errata/catalogs';
import type { Command } from 'commander';
import { renderTable } from '../output/table.js';
import type { Perform } from '../perform.js';

export function addStartCommand(program: Command, perform: Perform): void {
  program
    .command('start')
    .description('show what there is to try')
    .action(() =>
      perform((terminal) => {
        const { bold, cyan, dim } = terminal.colors;
        const rows = KNOWN_CONTRACTS.map(({ name, contract }) => [
          contract.catalog.domain,
          String(contract.catalog.definitions.length),
          name,
        ]);
        const columns = [
          { title: 'catalog' },
          { title: 'failures' },
          { title: 'what it is', wrap: true },
        ];
        terminal.out(
          [
            bold('Errata: the error layer of MCP and JSON-RPC 2.0'),
            '',
            'The contracts that are implemented:',
            '',
            renderTable(columns, rows, terminal.columns),
            '',
            'Try:',
            `  ${cyan('npx errata explain -32001')}              ${dim('one number, many meanings')}`,
            `  ${cyan('npx errata explain DEVICE_UNREACHABLE')}  ${dim('one failure, and what to do about it')}`,
            `  ${cyan('npx errata catalog engram')}              ${dim('a whole contract')}`,
            `  ${cyan('npx errata collisions')}                  ${dim('where contracts contradict each other')}`,
            '',
            'The four systems as running servers are not part of this version yet.',
            '',
          ].join('\n'),
        );
        return 0;
      }),
    );
}
