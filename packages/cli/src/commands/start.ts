import { KNOWN_CONTRACTS } from '@errata/catalogs';
import type { Command } from 'commander';
import { renderTable } from '../output/table.js';
import { wrap } from '../output/wrap.js';
import { writeJson } from '../output/write.js';
import type { Perform } from '../command.js';
import type { Terminal } from '../terminal.js';

/** What each contract is about, for somebody who has never heard of it. */
const ABOUT: Readonly<Record<string, string>> = {
  jsonrpc: 'the five codes of JSON-RPC 2.0',
  mcp: 'what MCP itself defines, revision by revision',
  routeros: 'RouterOS MCP: a service that manages MikroTik routers',
  engram: 'Engram: a gateway to the memory of agents',
  erlmcp: 'erlmcp: MCP for Erlang',
  'sql-fun': 'sql-fun: a server that checks SQL against a schema',
};

const TRY = [
  [
    'errata check --call order -- node examples/guarded-server.js',
    'what a server does when things fail; try your own',
  ],
  ['node examples/guarded-server.check.js', 'a server with one line more: guard(server)'],
  ['npm run examples', 'all programs that show how it is used'],
  ['errata explain -32001', 'one number, many meanings'],
  ['errata explain DEVICE_UNREACHABLE', 'one failure, and what to do about it'],
  ['errata catalog engram', 'a whole contract'],
  ['errata collisions', 'where contracts contradict each other'],
  ['errata sim routeros --devices 3', 'three routers that can be broken'],
  ['errata serve routeros', 'a server for a fleet of routers'],
  ['errata prove routeros', 'every failure of it, by its real cause'],
  ['errata serve engram', 'a memory gateway for agents'],
  ['errata sim openmemory', 'what it keeps memories in, to be broken'],
  ['errata serve erlmcp', 'a calculator on the kit, without any SDK'],
  ['errata serve sql-fun', 'SQL checked against a schema dump'],
  ['errata --help', 'everything else'],
] as const;

export function addStartCommand(program: Command, perform: Perform): void {
  program
    .command('start')
    .summary('what there is, and what to try first')
    .description('Show what there is, and what to try first.')
    .option('--json', 'print one line of JSON')
    .action((options: { json?: boolean }) =>
      perform((terminal) => {
        const contracts = KNOWN_CONTRACTS.map(({ name, contract: { catalog } }) => ({
          domain: catalog.domain,
          failures: catalog.definitions.length,
          about: ABOUT[catalog.domain] ?? name,
        }));
        if (options.json === true) writeJson({ contracts }, terminal);
        else terminal.out(`${render(contracts, terminal)}\n`);
        return 0;
      }),
    );
}

function render(
  contracts: readonly { domain: string; failures: number; about: string }[],
  { colors, columns: width }: Terminal,
): string {
  const columns = [
    { title: 'catalog', style: colors.bold },
    { title: 'failures' },
    { title: 'what it is', wrap: true },
  ];
  const rows = contracts.map(({ domain, failures, about }) => [domain, String(failures), about]);
  return [
    colors.bold('Errata: the error layer of MCP and JSON-RPC 2.0'),
    '',
    'The contracts that are implemented:',
    '',
    renderTable(columns, rows, width),
    '',
    'Try (here, errata is: npm exec --no -- errata):',
    ...TRY.flatMap(([command, what]) => example(command, what, { colors, width })),
    '',
    ...wrap('Four systems run on them: docs/systems tells more.', width),
  ].join('\n');
}

/** A command that is longer has a line of its own, so that it does not move the others apart. */
const LONGEST = 40;

function example(
  command: string,
  what: string,
  { colors, width }: { colors: Terminal['colors']; width: number },
): string[] {
  const column = Math.max(...TRY.map(([one]) => one.length).filter((size) => size <= LONGEST));
  return command.length <= column && column + what.length + 4 <= width
    ? [`  ${colors.cyan(command.padEnd(column))}  ${colors.dim(what)}`]
    : [`  ${colors.cyan(command)}`, `    ${colors.dim(what)}`];
}
