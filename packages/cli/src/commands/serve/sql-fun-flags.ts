import { resolve } from 'node:path';
import type { DaemonOptions, ServeOnStdioOptions } from '@errata/sql-fun';
import type { Command } from 'commander';
import { choiceOption } from '../../choice.js';
import { given } from '../../given.js';
import { numberOption } from '../../number-option.js';
import { UsageError } from '../../usage-error.js';
import { addJournalOptions, type FailureFlags } from './failure-options.js';

export interface SqlFunFlags extends FailureFlags {
  readonly stdio?: boolean;
  readonly daemon?: boolean;
  readonly status?: boolean;
  readonly stop?: boolean;
  readonly project?: string;
  readonly schema?: string;
  readonly allowContext?: readonly string[];
  /** False where no daemon is to be started. */
  readonly start: boolean;
  readonly idle?: number;
  readonly workers?: number;
  readonly deadline?: number;
  readonly runtimeDir?: string;
  readonly cacheDir?: string;
}

/** A day: whoever wants more wants no limit. */
const MAX_SECONDS = 86_400;

export function addSqlFunOptions(command: Command): Command {
  command
    .option('--stdio', 'on standard input and output, for a host; the default')
    .option('--daemon', 'be the server that the others ask, until nobody needs it')
    .option('--status', 'tell whether such a server is running')
    .option('--stop', 'end it')
    .option('--project <folder>', 'where the schema files are; the current one unless told')
    .option('--schema <id>', 'which one to begin with; what the project says unless told')
    .addOption(choiceOption('--allow-context <context...>', 'who may ask', 'context', ['mcp']))
    .option('--no-start', 'ask a server that is running, and start none')
    .addOption(
      numberOption('--idle <s>', 'without anybody, it ends; 30 unless told, 0 for never', {
        ...{ unit: 'seconds', max: MAX_SECONDS },
      }),
    )
    .addOption(
      numberOption('--workers <n>', 'processes for each schema in use; default 2', {
        ...{ whole: true, min: 1, max: 64 },
      }),
    )
    .addOption(
      numberOption('--deadline <s>', 'that one query may take; 10 unless told', {
        ...{ above: 0, unit: 'seconds', max: MAX_SECONDS },
      }),
    )
    .option('--runtime-dir <folder>', 'for PID file, lock and log, in place of the usual one')
    .option(
      '--cache-dir <folder>',
      'for databases made of schema files, in place of the usual one',
    );
  return addJournalOptions(command);
}

const WAYS = ['stdio', 'daemon', 'status', 'stop'] as const;

type Way = (typeof WAYS)[number];

const SERVING = ['stdio', 'daemon'] as const;

/** What each flag is good for, as it is typed. */
const USES: readonly (readonly [keyof SqlFunFlags, string, readonly Way[]])[] = [
  ['project', '--project', ['stdio']],
  ['schema', '--schema', ['stdio']],
  ['allowContext', '--allow-context', SERVING],
  ['idle', '--idle', SERVING],
  ['workers', '--workers', SERVING],
  ['deadline', '--deadline', SERVING],
  ['cacheDir', '--cache-dir', SERVING],
  ['journal', '--journal', SERVING],
];

/** What is to be done. Throws where two things are asked for, or a flag has no use for the one that is. */
export function wayOf(flags: SqlFunFlags): Way {
  const [way = 'stdio', other] = WAYS.filter((each) => flags[each] === true);
  if (other !== undefined) {
    throw new UsageError(`--${way} and --${other} are two things to do: choose one`);
  }
  const lost = USES.find(
    ([name, , ways]) => flags[name] !== undefined && flags[name] !== false && !ways.includes(way),
  );
  if (lost !== undefined) {
    throw new UsageError(`${lost[1]} goes with ${lost[2].map((each) => `--${each}`).join(' or ')}`);
  }
  if (flags.start) return way;
  if (way !== 'stdio') throw new UsageError('--no-start goes with --stdio');
  const vain = (['idle', 'workers'] as const).find((name) => flags[name] !== undefined);
  if (vain !== undefined) {
    throw new UsageError(`--${vain} is about a server that --no-start does not start`);
  }
  return way;
}

/** What the flags mean to a daemon. */
export function toDaemonOptions(flags: SqlFunFlags): DaemonOptions {
  const { allowContext, idle, deadline, runtimeDir, cacheDir } = flags;
  return {
    ...given(flags, 'workers'),
    ...(allowContext !== undefined && { allowContexts: allowContext }),
    ...(idle !== undefined && { idle: idle * 1000 }),
    ...(deadline !== undefined && { deadline: deadline * 1000 }),
    ...(runtimeDir !== undefined && { runtimeFolder: resolve(runtimeDir) }),
    ...(cacheDir !== undefined && { cacheFolder: resolve(cacheDir) }),
  };
}

/** What the flags mean to a proxy; `program` is how this one was started. */
export function toProxyOptions(
  flags: SqlFunFlags,
  program: readonly [string, ...string[]],
): ServeOnStdioOptions {
  const { allowContexts, deadline, runtimeFolder } = toDaemonOptions(flags);
  return {
    ...given(flags, 'project', 'schema'),
    ...given(
      { allowContexts, deadline, runtimeFolder },
      'allowContexts',
      'deadline',
      'runtimeFolder',
    ),
    ...(flags.start && {
      start: { command: [...program, 'serve', 'sql-fun', ...daemonFlags(flags)] },
    }),
  };
}

/** The flags of the daemon that a proxy starts: its own, as far as they are about a daemon. */
function daemonFlags(flags: SqlFunFlags): readonly string[] {
  const { allowContext, idle, workers, deadline, runtimeDir, cacheDir, journal } = flags;
  const told: readonly (readonly [string, string | number | undefined])[] = [
    ['--idle', idle],
    ['--workers', workers],
    ['--deadline', deadline],
    // It runs in another folder.
    ['--runtime-dir', runtimeDir && resolve(runtimeDir)],
    ['--cache-dir', cacheDir && resolve(cacheDir)],
    ['--journal', typeof journal === 'string' ? resolve(journal) : undefined],
  ];
  return [
    '--daemon',
    ...told.flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)])),
    ...(allowContext === undefined ? [] : ['--allow-context', ...allowContext]),
    ...(journal === false ? ['--no-journal'] : []),
  ];
}
