import { toCatalogJson, toJsonSchema, toMarkdown, toOpenRpcErrors } from '@errata/core';
import { Option, type Command } from 'commander';
import { CATALOG_NAMES, findCatalog, type Known } from '../known.js';
import { renderTable } from '../output/table.js';
import type { Perform } from '../perform.js';
import type { Terminal } from '../terminal.js';

const FORMATS = ['table', 'json', 'schema', 'openrpc', 'markdown'] as const;

type Format = (typeof FORMATS)[number];

export function addCatalogCommand(program: Command, perform: Perform): void {
  program
    .command('catalog')
    .description('print all failures of a catalog')
    .argument('<name>', `one of ${CATALOG_NAMES.join(', ')}`)
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('table'))
    .option('--json', 'the same as --format json')
    .action((name: string, options: { format: Format; json?: boolean }) =>
      perform((terminal) => {
        terminal.out(
          `${render(findCatalog(name), options.json === true ? 'json' : options.format, terminal)}\n`,
        );
        return 0;
      }),
    );
}

function render(known: Known, format: Format, terminal: Terminal): string {
  const { catalog, shape } = known.contract;
  switch (format) {
    case 'json':
      return JSON.stringify(toCatalogJson(catalog));
    case 'schema':
      return JSON.stringify(toJsonSchema(catalog, shape), null, 2);
    case 'openrpc':
      return JSON.stringify(toOpenRpcErrors(catalog, shape), null, 2);
    case 'markdown':
      return toMarkdown(catalog, { title: known.name, ...shape }).trimEnd();
    case 'table':
      return table(known, terminal);
  }
}

function table({ name, contract }: Known, terminal: Terminal): string {
  const { catalog } = contract;
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
    terminal.colors.bold(`${name}: ${failures.length} failures`),
    '',
    renderTable(columns, rows, terminal.columns),
  ].join('\n');
}
