import { STANDARD_CODES, type DigitLawJson } from '@errata/core/internal';
import {
  toCatalogJson,
  toJsonSchema,
  toMarkdown,
  toOpenRpcErrors,
  type Contract,
} from '@errata/core';
import type { Command } from 'commander';
import { choiceOption } from '../options.js';
import { CATALOG_NAMES, loadCatalog } from '../systems.js';
import { renderTable } from '../output/table.js';
import { wrap } from '../output/wrap.js';
import { UsageError, type Perform } from '../command.js';
import type { Terminal } from '../terminal.js';

const FORMATS = ['table', 'json', 'contract', 'schema', 'openrpc', 'markdown'] as const;

type Format = (typeof FORMATS)[number];

type Named = Awaited<ReturnType<typeof loadCatalog>>;

interface Options {
  readonly format?: Format;
  readonly json?: boolean;
}

export function addCatalogCommand(program: Command, perform: Perform): void {
  program
    .command('catalog')
    .summary('all failures of a catalog')
    .description('Print all failures of a catalog.')
    .argument('<name>', `${CATALOG_NAMES.join(', ')}, or a module such as ./dist/catalog.js`)
    .addOption(
      choiceOption('--format <format>', 'how to print it', 'format', FORMATS, {
        after: '; default: table',
      }),
    )
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      [
        '',
        'Formats:',
        '  table     for people',
        '  json      reason, code, title, category, recovery and retryable of each',
        '  contract  a file for errata check --contract',
        '  schema    JSON Schema (2020-12) of the error objects',
        '  openrpc   components of an OpenRPC document',
        '  markdown  the reference page',
      ].join('\n'),
    )
    .action((name: string, options: Options) =>
      perform(async (terminal) => {
        terminal.out(`${render(await loadCatalog(name), formatOf(options), terminal)}\n`);
        return 0 as const;
      }),
    );
}

/** The newest revision with a handshake: what a contract file says holds in all of them. */
const ERA = '2025-11-25';

/** What `errata check --contract` reads. */
function toContractFile(contract: Contract): object {
  const { failures, ...rest } = toCatalogJson(contract.catalog);
  // A file cannot say where a shape of your own puts the fields.
  const { envelope, contextIn } = contract.shape;
  const isPlain = Object.keys(envelope).length === 0 && contextIn === undefined;
  return {
    ...rest,
    failures: failures.map((failure) => {
      const fields = contract.catalog.definition(failure.reason)?.fields ?? [];
      return {
        ...failure,
        ...(isPlain && {
          fields: fields.map(({ name, required }) => (required ? name : `${name}?`)),
        }),
      };
    }),
    unreadable_id: contract.unreadableId(ERA),
    tool_failures: contract.toolFailures(ERA),
  };
}

function formatOf({ format, json }: Options): Format {
  if (json === true && format !== undefined && format !== 'json') {
    throw new UsageError(`--json and --format ${format} contradict each other`);
  }
  return format ?? (json === true ? 'json' : 'table');
}

function render(known: Named, format: Format, terminal: Terminal): string {
  const { catalog, layout } = known.contract;
  switch (format) {
    case 'json':
      return JSON.stringify(toCatalogJson(catalog));
    case 'contract':
      return JSON.stringify(toContractFile(known.contract), null, 2);
    case 'schema':
      return JSON.stringify(toJsonSchema(catalog, layout), null, 2);
    case 'openrpc':
      return JSON.stringify(toOpenRpcErrors(catalog, layout), null, 2);
    case 'markdown':
      return toMarkdown(catalog, { title: known.name, ...layout }).trimEnd();
    case 'table':
      return table(known, terminal);
  }
}

function table({ name, contract, file }: Named, { colors, columns: width }: Terminal): string {
  const { domain, failures, digit_law: law } = toCatalogJson(contract.catalog);
  const rows = [...failures]
    .sort((a, b) => rank(a.code) - rank(b.code) || b.code - a.code)
    .map((failure) => [
      String(failure.code),
      failure.reason,
      failure.recovery,
      failure.retryable_when ?? (failure.retryable ? 'yes' : 'no'),
    ]);
  const columns = [
    { title: 'code' },
    { title: 'reason', style: colors.bold }, // never broken: it is what one searches for and copies
    { title: 'recovery', wrap: true },
    { title: 'retryable', wrap: true },
  ];
  const last = contract.catalog.definitions.at(-1)!.reason;
  const next =
    file === undefined
      ? `errata explain ${domain}/${last} tells all about one of them.`
      : `errata explain ${last} --catalog ${file} tells all about one of them.`;
  return [
    colors.bold(`${name}: ${failures.length} ${failures.length === 1 ? 'failure' : 'failures'}`),
    '',
    renderTable(columns, rows, width),
    '',
    ...(law ? [digits(law, width), ''] : []),
    ...wrap(next, width).map(colors.dim),
  ].join('\n');
}

/** How the codes are read by their digits. */
function digits({ form, x, y }: DigitLawJson, width: number): string {
  const rows = x.map(({ digit, category, meaning = '' }) => [
    String(digit),
    category ?? '(reserved)',
    meaning,
  ]);
  const columns = [{ title: 'X' }, { title: 'category' }, { title: 'for', wrap: true }];
  return [
    ...wrap(
      `All but the standard codes are ${form}: X is the category; Y = 0 is its general failure, with data.${y[0].requires.join(' and data.')}; Y = 1 to 9 are specific ones.`,
      width,
    ),
    '',
    renderTable(columns, rows, width),
  ].join('\n');
}

/** The five standard codes first, in the order of the specification; then -32000 and below, then the rest. */
function rank(code: number): number {
  const standard = (STANDARD_CODES as readonly number[]).indexOf(code);
  if (standard !== -1) return standard;
  return STANDARD_CODES.length + (code <= -32000 ? 0 : 1);
}
