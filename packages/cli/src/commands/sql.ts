import { Option, type Command } from 'commander';
import type { COMMANDS, OpenJudge, OptionRow } from '@errata/sql-fun/check';
import { choiceOption, collect } from '../choice.js';
import { numberOption } from '../number-option.js';
import type { ExitCode, Perform } from '../perform.js';
import { refuseOthers } from '../systems.js';
import type { Terminal } from '../terminal.js';
import { untilInterrupted } from '../until-interrupted.js';
import { UsageError } from '../usage-error.js';
import { createSqlIo } from './sql-io.js';

interface Row {
  /** Its options and its work are declared by sql-fun under this name. */
  readonly name: keyof typeof COMMANDS;
  readonly summary: string;
  readonly description: string;
  /** Commander's way to write arguments: `<path...>`. */
  readonly arguments: readonly (readonly [syntax: string, help: string])[];
  readonly help?: readonly string[];
}

const PATHS = ['<path...>', 'files, folders, patterns such as "queries/**/*.sql", or -'] as const;

const QUERIES: readonly Row[] = [
  {
    name: 'check',
    summary: 'check queries against a schema',
    description:
      'Check SQL files, and SQL templates in TypeScript and JavaScript, against a dump. No database is connected to, and nothing runs.',
    arguments: [PATHS],
    help: [
      'Examples:',
      '  pg_dump -s mydb > schema.sql',
      '  errata sql check "queries/**/*.sql"',
      '  errata sql check src/users.ts --schema dump.sql --format github',
      '',
      'Default schema: sql-fun.toml, schema.sql or schema.*.sql in this folder.',
      'Exit codes: 0 no errors, 1 errors, 2 it could not run, 130 Ctrl-C.',
    ],
  },
  {
    name: 'describe',
    summary: 'what each query takes, returns, reads and writes',
    description: 'Show the parameters, columns, reads and writes of each statement.',
    arguments: [PATHS],
  },
];

const SCHEMA: readonly Row[] = [
  {
    name: 'list',
    summary: 'tables, views, functions and types',
    description: 'List the objects of a schema.',
    arguments: [],
  },
  {
    name: 'diff',
    summary: 'what changed between two dumps, and which queries break',
    description: 'Compare two dumps, and show the errors that queries get only with the new one.',
    arguments: [
      ['<old>', 'the dump before'],
      ['<new>', 'the dump after'],
      ['[queries...]', 'files, folders or patterns'],
    ],
    help: ['Exit codes: 0 no query breaks, 1 one does, 2 it could not run.'],
  },
];

export function addSqlCommand(program: Command, perform: Perform, open: OpenJudge): void {
  const sql = program
    .command('sql')
    .summary('check SQL against a schema, without a database')
    .description('Check SQL against the schema of a project, as pg_dump -s wrote it.');
  addRows(sql, QUERIES, perform, open);
  const schema = sql
    .command('schema')
    .summary('what is in a schema, and what changed')
    .description('Show what is in a schema, and what changed.');
  addRows(schema, SCHEMA, perform, open);
}

const load = () => import('@errata/sql-fun/check');

function addRows(parent: Command, rows: readonly Row[], perform: Perform, open: OpenJudge): void {
  refuseOthers(parent.helpCommand(false), 'command');
  for (const row of rows) {
    const command = parent.command(row.name).summary(row.summary).description(row.description);
    for (const [syntax, help] of row.arguments) command.argument(syntax, help);
    if (row.help !== undefined) command.addHelpText('after', ['', ...row.help].join('\n'));
    command.action((...all: unknown[]) => {
      const given = all.slice(0, row.arguments.length).flat() as string[];
      return perform((terminal) => runRow(row, given, command.opts(), open, terminal));
    });
  }
  parent.hook('preSubcommand', async (_, command) => {
    const row = rows.find(({ name }) => name === command.name());
    if (row === undefined) return;
    for (const each of (await load()).COMMANDS[row.name].options) {
      command.addOption(toOption(each));
    }
  });
}

function toOption({ name, value, help, choices, range, repeated }: OptionRow): Option {
  const flags = value === undefined ? `--${name}` : `--${name} <${value}>`;
  if (choices !== undefined) return choiceOption(flags, help, value ?? name, choices);
  if (range !== undefined) return numberOption(flags, help, { ...range, whole: true });
  const option = new Option(flags, help);
  return repeated === true ? option.argParser(collect) : option;
}

async function runRow(
  { name }: Row,
  given: readonly string[],
  flags: object,
  open: OpenJudge,
  terminal: Terminal,
): Promise<ExitCode> {
  const { COMMANDS, CannotRun } = await load();
  const { value, interrupted } = await untilInterrupted(async (signal) => {
    try {
      return await COMMANDS[name].run(given, flags, open, createSqlIo(terminal, signal));
    } catch (error) {
      if (signal.aborted) return 0;
      if (error instanceof CannotRun) throw new UsageError(error.message, error.hint);
      throw error;
    }
  });
  return interrupted ?? value;
}
