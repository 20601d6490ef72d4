import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { isFault } from '@errata/core';
import type { DaemonOptions } from '@errata/sql-fun';
import { UsageError, type ExitCode } from '../command.js';
import { given, TOOL_FAILURES, type OptionRow, type OptionTable } from '../options.js';
import { journalOption, running, serveUntilEnd, type ServeFlags } from '../running.js';
import { load } from '../systems.js';
import type { Terminal } from '../terminal.js';

const WAYS = ['stdio', 'daemon', 'status', 'stop'] as const;
type Way = (typeof WAYS)[number];

export interface SqlFunFlags extends ServeFlags, Partial<Record<Way, boolean>> {
  readonly project?: string;
  readonly schema?: string;
  readonly allowContext?: readonly string[];
  readonly toolFailures?: 'rpc' | 'tool' | 'by-host';
  /** False if no daemon is to be started. */
  readonly start: boolean;
  readonly idle?: number;
  readonly workers?: number;
  readonly deadline?: number;
  readonly runtimeDir?: string;
  readonly cacheDir?: string;
}

const STDIO = ['stdio'] as const;
const SERVING = ['stdio', 'daemon'] as const;
/** One day, in seconds. Use 0 for no limit. */
const SECONDS = { unit: 'seconds', max: 86_400 };

/** An option, and what it is good for (default: everything). */
type Row = OptionRow & { readonly ways?: readonly Way[] };

const ROWS: Readonly<Record<Exclude<keyof SqlFunFlags, keyof ServeFlags>, Row>> = {
  stdio: { flag: '--stdio', help: 'serve a host on standard input and output (default)' },
  daemon: { flag: '--daemon', help: 'run as the background server' },
  status: { flag: '--status', help: 'show whether a background server is running' },
  stop: { flag: '--stop', help: 'stop the background server' },
  project: {
    ...{ flag: '--project <folder>', ways: STDIO },
    help: 'folder with the schema files; default: the current one',
  },
  schema: {
    ...{ flag: '--schema <id>', ways: STDIO },
    help: "schema to begin with, by its id; default: the project's",
  },
  allowContext: {
    ...{ flag: '--allow-context <context...>', help: 'clients that get answers', ways: SERVING },
    values: ['mcp'],
  },
  start: { flag: '--no-start', help: 'use a running background server; do not start one' },
  idle: {
    ...{ flag: '--idle <s>', ways: SERVING, number: SECONDS, default: 30 },
    help: 'seconds without a client until it ends; 0: never',
  },
  workers: {
    ...{ flag: '--workers <n>', help: 'processes for each schema in use', default: 2 },
    ...{ ways: SERVING, number: { whole: true, min: 1, max: 64 } },
  },
  deadline: {
    ...{ flag: '--deadline <s>', help: 'seconds that one query may take', default: 10 },
    ...{ ways: SERVING, number: { above: 0, ...SECONDS } },
  },
  toolFailures: { flag: '--tool-failures <form>', ways: STDIO, ...TOOL_FAILURES },
  runtimeDir: { flag: '--runtime-dir <folder>', help: 'for PID file, lock and log' },
  cacheDir: {
    ...{ flag: '--cache-dir <folder>', help: 'for databases made of schema files', ways: SERVING },
  },
};

/** What is to be done. Throws if two things are asked for, or a flag has no use for the one that is. */
export function wayOf(flags: SqlFunFlags): Way {
  const [way = 'stdio', other] = WAYS.filter((each) => flags[each] === true);
  if (other !== undefined)
    throw new UsageError(`--${way} and --${other} contradict each other: choose one`);
  const rows = Object.entries<Row>({ ...ROWS, journal: { flag: '--journal', ways: SERVING } });
  for (const [name, { flag, ways = WAYS }] of rows) {
    const value = flags[name as keyof SqlFunFlags];
    if (value === undefined || value === false || ways.includes(way)) continue;
    const good = ways.map((each) => `--${each}`).join(' or ');
    throw new UsageError(`${flag.split(' ')[0]} goes with ${good}`);
  }
  if (flags.start) return way;
  if (way !== 'stdio') throw new UsageError('--no-start goes with --stdio');
  const vain = (['idle', 'workers'] as const).find((name) => flags[name] !== undefined);
  if (vain !== undefined) throw new UsageError(`--${vain} contradicts --no-start`);
  return way;
}

const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
const inMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

/** What the flags mean to a daemon. */
export function toDaemonOptions(flags: SqlFunFlags): DaemonOptions {
  const all = {
    ...{ allowContexts: flags.allowContext, workers: flags.workers },
    ...{ idle: inMs(flags.idle), deadline: inMs(flags.deadline) },
    ...{ runtimeFolder: absolute(flags.runtimeDir), cacheFolder: absolute(flags.cacheDir) },
  };
  return given(all, ...(Object.keys(all) as (keyof typeof all)[]));
}

/** What the flags mean to a proxy; `program` is how this one was started. */
export function toProxyOptions(flags: SqlFunFlags, program: readonly [string, string]) {
  const command = [...program, 'serve', 'sql-fun', ...daemonFlags(flags)] as const;
  return {
    ...given(flags, 'project', 'schema', 'toolFailures'),
    ...given(toDaemonOptions(flags), 'allowContexts', 'deadline', 'runtimeFolder'),
    ...(flags.start && { start: { command } }),
  };
}

/** The flags of the daemon that a proxy starts: its own, as far as they are about a daemon. */
function daemonFlags(flags: SqlFunFlags): readonly string[] {
  const { allowContext, idle, workers, deadline, journal } = flags;
  const options = {
    ...{ idle, workers, deadline },
    // It runs in another folder.
    ...{ 'runtime-dir': absolute(flags.runtimeDir), 'cache-dir': absolute(flags.cacheDir) },
    journal: typeof journal === 'string' ? resolve(journal) : undefined,
  };
  return [
    '--daemon',
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, String(value)],
    ),
    ...(allowContext === undefined ? [] : ['--allow-context', ...allowContext]),
    ...(journal === false ? ['--no-journal'] : []),
  ];
}

const HELP = `
A model gets no answers without --allow-context mcp. With it, a model sees
only what sql-fun.toml in the folder of the project exposes.

From the environment:
  XDG_RUNTIME_DIR  its folder sql-fun has PID file, lock and log of the server
  XDG_CACHE_HOME   its folder errata/sql-fun has the databases made of dumps

Examples:
  errata serve sql-fun --allow-context mcp
  errata serve sql-fun --allow-context mcp --project ~/shop --schema preview
  errata serve sql-fun --daemon --allow-context mcp --idle 0
  errata serve sql-fun --status
  errata serve sql-fun --stop

Exit codes: 1 it could not start, or no server is running; 2 wrong usage.

How to connect a host, and what a project is: docs/systems/sql-fun.md`;

/** `errata serve sql-fun`. */
export const SQL_FUN = {
  description:
    'Serve the schema of a project, as pg_dump -s wrote it: its objects, and what is wrong with a query. One background server does the work for all hosts of a user. It ends when no client is left.',
  options: ROWS as OptionTable,
  help: HELP,
};

export async function serveSqlFun(flags: SqlFunFlags, terminal: Terminal): Promise<ExitCode> {
  const way = wayOf(flags);
  const options = toDaemonOptions(flags);
  if (way === 'status' || way === 'stop') return manage(way, options, terminal);
  const { serveStdio, serveDaemon } = await load('sql-fun');
  const failures = await journalOption(flags);
  if (way === 'daemon') {
    return running(terminal, async () => {
      const { url, closed } = await serveDaemon({ ...options, ...failures });
      terminal.err(`sql-fun is listening on ${url}\n`);
      return { ended: closed };
    });
  }
  const own = toProxyOptions(flags, [process.execPath, process.argv[1]!]);
  const folder = resolve(flags.project ?? '.');
  const found = await stat(folder).catch(() => undefined);
  // A host shows what is said here; to a model, the server looks well until it is asked.
  if (found?.isDirectory() !== true)
    terminal.fail(`no folder ${folder}: every call fails until it exists`);
  return serveUntilEnd('sql-fun', () => serveStdio({ ...own, ...failures }), terminal);
}

async function manage(
  way: Way,
  options: DaemonOptions,
  { out, fail }: Terminal,
): Promise<ExitCode> {
  const { daemonStatus, stopDaemon } = await load('sql-fun');
  const place = given(options, 'runtimeFolder');
  try {
    if (way === 'stop') {
      out(`sql-fun has ended; it was process ${(await stopDaemon(place)).pid}\n`);
    } else {
      const { pid, port, version, contexts } = await daemonStatus(place);
      const where = `as process ${pid} on port ${port}`;
      out(`sql-fun ${version} is running ${where}; it answers ${contexts.join(', ')}\n`);
    }
    return 0;
  } catch (thrown) {
    // An unreachable server is not a usage error.
    if (!isFault(thrown)) throw thrown;
    fail(thrown.details);
    return 1;
  }
}
