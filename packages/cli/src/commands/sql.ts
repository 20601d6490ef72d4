import { watch } from 'node:fs';
import process from 'node:process';
import { addAbortSignal } from 'node:stream';
import { Option, type Command } from 'commander';
import type { CheckIo, COMMANDS, OpenAnalyzer, CheckOptionRow } from '@errata/sql-fun/check';
import { choiceOption, collect, numberOption } from '../options.js';
import { createProgressLine, type Terminal } from '../terminal.js';
import { UsageError, type ExitCode, type Perform } from '../command.js';
import { sentenceOf, untilInterrupted } from '../running.js';
import { load, refuseOthers } from '../systems.js';

type Name = keyof typeof COMMANDS;

interface Row {
  readonly summary: string;
  readonly description: string;
  /** Commander's way to write arguments: `<path...>`. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly help?: string;
}

const PATHS = { '<path...>': 'files, folders, patterns such as "queries/**/*.sql", or -' };

/** Options and work of each are declared by sql-fun under the same name. */
const ROWS: Readonly<Record<Name, Row>> = {
  check: {
    summary: 'check queries against a schema',
    description:
      'Check SQL files, and SQL templates in TypeScript and JavaScript, against a dump. It connects to no database, and runs nothing.',
    arguments: PATHS,
    help: `
Examples:
  pg_dump -s mydb > schema.sql
  errata sql check "queries/**/*.sql"
  errata sql check src/users.ts --schema dump.sql --format github

Default schema: sql-fun.toml, schema.sql or schema.*.sql in this folder.
Exit codes: 0 no errors, 1 errors, 2 it could not run, 130 Ctrl-C.`,
  },
  describe: {
    summary: 'what each query takes, returns, reads and writes',
    description: 'Show the parameters, columns, reads and writes of each statement.',
    arguments: PATHS,
  },
  list: {
    summary: 'tables, views, functions and types',
    description: 'List the objects of a schema.',
  },
  diff: {
    summary: 'what changed between two dumps, and which queries break',
    description: 'Compare two dumps, and show the errors that queries get only with the new one.',
    arguments: {
      '<old>': 'the dump before',
      '<new>': 'the dump after',
      '[queries...]': 'files, folders or patterns',
    },
    help: '\nExit codes: 0 no query breaks, 1 one does, 2 it could not run.',
  },
};

export function addSqlCommand(program: Command, perform: Perform, open: OpenAnalyzer): void {
  const addRows = (parent: Command, ...names: readonly Name[]): void => {
    refuseOthers(parent.helpCommand(false), 'command');
    for (const name of names) {
      const { summary, description, arguments: declared = {}, help } = ROWS[name];
      const command = parent.command(name).summary(summary).description(description);
      for (const [syntax, about] of Object.entries(declared)) command.argument(syntax, about);
      if (help !== undefined) command.addHelpText('after', help);
      const work = async (terminal: Terminal): Promise<ExitCode> => {
        const { COMMANDS, CannotRun } = await load('sql-fun/check');
        const paths = command.processedArgs.flat() as string[];
        const { value, interrupted } = await untilInterrupted((signal) =>
          COMMANDS[name]
            .run(paths, command.opts(), open, createSqlIo(terminal, signal))
            .catch((error: unknown) => {
              if (signal.aborted) return 0 as const;
              if (error instanceof CannotRun) throw new UsageError(error.message, error.hint);
              throw error;
            }),
        );
        return interrupted ?? value;
      };
      command.action(() => perform(work));
    }
    parent.hook('preSubcommand', async (_, command) => {
      const name = names.find((one) => one === command.name());
      if (name === undefined) return;
      for (const row of (await load('sql-fun/check')).COMMANDS[name].options)
        command.addOption(toOption(row));
    });
  };
  const sql = program
    .command('sql')
    .summary('check SQL against a schema, without a database')
    .description('Check SQL against the schema of a project, as pg_dump -s wrote it.');
  addRows(sql, 'check', 'describe');
  const schema = sql
    .command('schema')
    .summary('what is in a schema, and what changed')
    .description('Show what is in a schema, and what changed.');
  addRows(schema, 'list', 'diff');
}

function toOption([flags, help, value]: CheckOptionRow): Option {
  if (value === undefined) return new Option(flags, help);
  if (value === 'repeated') return new Option(flags, help).argParser(collect);
  if ('min' in value) return numberOption(flags, help, { ...value, whole: true });
  return choiceOption(flags, help, /<(\w+)>/.exec(flags)![1]!, value);
}

/** Milliseconds: an editor writes a file in several steps. */
const PAUSE = 100;
const MAX_STDIN = 11 * 1024 * 1024;

/** The terminal and this process, as the commands of sql-fun use them. */
function createSqlIo(terminal: Terminal, signal: AbortSignal): CheckIo {
  const { out, err, annotate, columns, colors, interactive } = terminal;
  const line = createProgressLine(terminal);
  return {
    ...{ out, err, annotate, columns, colors, signal, folder: process.cwd() },
    progress: (text) => (text === '' ? line.clear() : interactive && line.show(text)),
    async readStdin() {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of addAbortSignal(signal, process.stdin)) {
        chunks.push(chunk as Buffer);
        size += (chunk as Buffer).length;
        if (size > MAX_STDIN) break; // too large already: the rest is not needed to say so
      }
      return Buffer.concat(chunks);
    },
    watch(folders, onChange) {
      let timer: NodeJS.Timeout | undefined;
      const changed = (): void => {
        clearTimeout(timer);
        timer = setTimeout(onChange, PAUSE);
      };
      // A folder that is removed ends its watcher with an error; that is a change like others.
      const watchers = folders.map((folder) => {
        try {
          return watch(folder, changed).on('error', changed);
        } catch (error) {
          throw new UsageError(`cannot watch ${folder}: ${sentenceOf(error)}`);
        }
      });
      return {
        close() {
          clearTimeout(timer);
          for (const each of watchers) each.close();
        },
      };
    },
  };
}
