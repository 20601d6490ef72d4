import { CATALOGS, type CatalogEntry } from '@errata/catalogs';
import { toCatalogJson, toJsonSchema, toMarkdown, toOpenRpcErrors } from '@errata/core';
import { Option, type Command } from 'commander';
import { renderTable } from '../output/table.js';
import type { Perform } from '../run-cli.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const FORMATS = ['table', 'json', 'schema', 'openrpc', 'markdown'] as const;

type Format = (typeof FORMATS)[number];

export function addCatalogCommand(program: Command, perform: Perform): void {
  program
    .command('catalog')
    .description('print all failures of a catalog')
    .argument('<name>', `one of ${CATALOGS.map(({ catalog }) => catalog.domain).join(', ')}`)
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('table'))
    .option('--json', 'the same as --format json')
    .action((name: string, options: { format: Format; json?: boolean }) =>
      perform((terminal) => {
        const entry = findCatalog(name);
        terminal.out(`${render(entry, options.json === true ? 'json' : options.format, terminal)}\n`);
        return 0;
      }),
    );
}

export function findCatalog(name: string): CatalogEntry {
  const entry = CATALOGS.find(({ catalog }) => catalog.domain === name.toLowerCase());
  if (entry !== undefined) return entry;
  const known = CATALOGS.map(({ catalog }) => catalog.domain).join(', ');
  throw new UsageError(`there is no catalog ${JSON.stringify(name)}; there are ${known}`);
}

function render(entry: CatalogEntry, format: Format, terminal: Terminal): string {
  const { catalog, contract } = entry;
  const { envelope } = contract.shape;
  switch (format) {
    case 'json':
      return JSON.stringify(toCatalogJson(catalog));
    case 'schema':
      return JSON.stringify(toJsonSchema(catalog, { envelope }), null, 2);
    case 'openrpc':
      return JSON.stringify(toOpenRpcErrors(catalog), null, 2);
    case 'markdown':
      return toMarkdown(catalog).trimEnd();
    case 'table':
      return table(entry, terminal);
  }
}

function table({ catalog, title }: CatalogEntry, terminal: Terminal): string {
  const { failures } = toCatalogJson(catalog);
  const rows = failures.map((failure) => [
    String(failure.code),
    failure.reason,
    failure.recovery,
    failure.retryable_when ?? (failure.retryable ? 'yes' : 'no'),
  ]);
  const columns = [
    { title: 'code' },
    { title: 'reason' },
    { title: 'recovery' },
    { title: 'retryable', wrap: true },
  ];
  return [
    terminal.colors.bold(`${catalog.domain}: ${title}`),
    '',
    renderTable(columns, rows, terminal.columns),
  ].join('\n');
}
