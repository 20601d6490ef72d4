import process from 'node:process';
import type { Command } from 'commander';
import { UsageError, type ExitCode, type Perform } from '../command.js';
import {
  addOptions,
  optionsOf,
  PORT,
  TOOL_FAILURES,
  valueOf,
  type OptionTable,
} from '../options.js';
import { journalOption, serveUntilEnd, type ServeFlags, type RunningServer } from '../running.js';
import { isInstalled, load, refuseOthers } from '../systems.js';
import type { Terminal } from '../terminal.js';
import { serveSqlFun, SQL_FUN, type SqlFunFlags } from './serve-sql-fun.js';

const SUMMARIES = {
  routeros: 'a fleet of MikroTik routers',
  engram: 'a memory gateway for agents',
  erlmcp: 'a calculator and files, without any MCP SDK',
  'sql-fun': 'SQL against the schema of a project',
} as const;

/** `errata serve <system>` as the system declares it (`src/settings/index.ts`). */
export interface ServeTable {
  readonly description: string;
  /** The first one is the default. */
  readonly transports: readonly string[];
  /** The option of the system for host and port. */
  readonly listenAs: string;
  readonly listen: OptionTable;
  readonly options: OptionTable;
  /** Variables of the environment that have no flag. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly examples: string;
  /** What is wrong with the flags as a whole, and in a second line what helps. */
  problem(
    given: Readonly<Record<string, unknown>>,
    transport: string,
    env: Readonly<Record<string, string | undefined>>,
  ): string | undefined;
}

const JOURNAL: OptionTable = {
  journal: { flag: '--journal <path>', help: 'file to record failures in, for errata why' },
  noJournal: { flag: '--no-journal', help: 'do not record failures' },
};

const TRANSPORTS: OptionTable = {
  stdio: { flag: '--stdio', help: 'serve on standard input and output (default)' },
  http: { flag: '--http', help: 'serve over Streamable HTTP, at /mcp' },
  tcp: { flag: '--tcp', help: 'serve over TCP, one message per line' },
};

export function addServeCommand(program: Command, perform: Perform): void {
  const serve = program
    .command('serve')
    .summary('run one of the systems as an MCP server')
    .description('Run one of the systems as an MCP server.');
  refuseOthers(serve.helpCommand(false), 'system');
  for (const [name, summary] of Object.entries(SUMMARIES)) {
    serve.command(name).summary(isInstalled(name) ? summary : `${summary} (not installed)`);
  }
  serve.hook('preSubcommand', async (_, command) => {
    if (command.name() === 'sql-fun') {
      addSqlFun(command).action((flags: SqlFunFlags) =>
        perform((terminal) => serveSqlFun(flags, terminal)),
      );
      return;
    }
    const name = command.name() as 'routeros' | 'engram' | 'erlmcp';
    const { SERVE } = await load(`${name}/settings`);
    addTable(command, SERVE).action((flags: ServeFlags) =>
      perform((terminal) => serveSystem(name, SERVE, flags, terminal)),
    );
  });
}

/** The same of sql-fun, which has a daemon beside its server on stdio. */
export function addSqlFun(command: Command): Command {
  const { description, options, help } = SQL_FUN;
  return addOptions(command.description(description), { ...options, ...JOURNAL }).addHelpText(
    'after',
    help,
  );
}

/** Options, description and help of a system. */
export function addTable(command: Command, table: ServeTable): Command {
  const { transports, options, secrets = {} } = table;
  const ways = Object.entries(TRANSPORTS).filter(([name]) => transports.includes(name));
  const { toolFailures, ...others } = options;
  addOptions(command.description(table.description), {
    ...Object.fromEntries(ways),
    ...listenRows(table),
    ...others,
    ...(toolFailures && { toolFailures: { ...TOOL_FAILURES, ...toolFailures } }),
    ...JOURNAL,
  });
  const width = Math.max(...Object.keys(secrets).map((name) => name.length));
  const variables = Object.entries(secrets).map(
    ([name, help]) => `  ${name.padEnd(width)}  ${help}`,
  );
  return command.addHelpText(
    'after',
    [
      ...(variables.length > 0 ? ['', 'From the environment:', ...variables] : []),
      `\nExamples:${table.examples}`,
      '\nExit codes: 1 it could not start, 2 wrong usage.',
      `\nHow to connect a host: docs/systems/${command.name()}.md`,
    ].join('\n'),
  );
}

function listenRows({ transports, listen }: ServeTable): OptionTable {
  const flags = transports.slice(1).map((name) => `--${name}`);
  return {
    port: {
      ...{ flag: '--port <n>', help: `with ${flags.join(' or ')}; default: a free one` },
      number: PORT,
    },
    host: {
      ...{ flag: '--host <address>', help: `with ${flags.join(' or ')}`, default: '127.0.0.1' },
    },
    ...listen,
  };
}

/** What the flags mean to a system. Throws for flags that contradict each other. */
export function readFlags(table: ServeTable, flags: object, env = process.env) {
  const { transports, listenAs } = table;
  const rows = listenRows(table);
  const transport = chooseTransport(flags, transports, rows);
  const own = optionsOf(flags, table.options);
  const listen = optionsOf(flags, rows);
  const [problem, hint] = table.problem({ ...own, ...listen }, transport, env)?.split('\n') ?? [];
  if (problem !== undefined) throw new UsageError(problem, hint);
  return {
    transport,
    options: transport === transports[0] ? own : { ...own, [listenAs]: listen },
  };
}

/** The transport that was chosen: the first one by default. Throws for two of them, and for a flag about a port on stdio. */
function chooseTransport(flags: object, transports: readonly string[], rows: OptionTable): string {
  const given = flags as Readonly<Record<string, unknown>>;
  const [first = transports[0]!, other] = transports.filter((each) => given[each] === true);
  if (other !== undefined) {
    throw new UsageError(`--${first} and --${other} contradict each other: choose one`);
  }
  if (first !== transports[0]) return first;
  const misplaced = Object.values(rows).find((row) => valueOf(flags, row) !== undefined);
  if (misplaced === undefined) return first;
  const others = transports.slice(1).map((each) => `--${each}`);
  throw new UsageError(`${misplaced.flag.split(' ')[0]} goes with ${others.join(' or ')}`);
}

async function serveSystem(
  name: 'routeros' | 'engram' | 'erlmcp',
  table: ServeTable,
  flags: ServeFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { transport, options } = readFlags(table, flags);
  const system = (await load(name)) as unknown as Readonly<
    Record<string, (options: object) => Promise<RunningServer>>
  >;
  const serve = { stdio: 'serveStdio', http: 'serveHttp', tcp: 'serveTcp' }[transport]!;
  const failures = await journalOption(flags);
  return serveUntilEnd(name, () => system[serve]!({ ...options, ...failures }), terminal);
}
