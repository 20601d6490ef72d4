import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { isFault } from '@errata/core';
import type { ManageOptions } from '@errata/sql-fun';
import type { Command } from 'commander';
import type { ExitCode, Perform } from '../../perform.js';
import { running } from '../../running.js';
import type { Terminal } from '../../terminal.js';
import { failureOptions } from './failure-options.js';
import { serveSystem } from './serve-system.js';
import {
  addSqlFunOptions,
  toDaemonOptions,
  toProxyOptions,
  wayOf,
  type SqlFunFlags,
} from './sql-fun-flags.js';

export function addServeSqlFun(serve: Command, perform: Perform): void {
  const command = serve
    .command('sql-fun')
    .summary('SQL against the schema of a project')
    .description(
      'Serve the schema of a project, as pg_dump -s wrote it, to whoever writes SQL: what there is, and what is wrong with a query. On stdio for a host that starts it; a server in the background does the work for all hosts of a user, and ends when nobody needs it.',
    );
  addSqlFunOptions(command)
    .addHelpText(
      'after',
      [
        '',
        'Nothing is told to a model without --allow-context mcp, and then only what',
        'sql-fun.toml in the folder of the project exposes.',
        '',
        'From the environment:',
        '  XDG_RUNTIME_DIR  its folder sql-fun has PID file, lock and log of the server',
        '  XDG_CACHE_HOME   its folder errata/sql-fun has the databases made of dumps',
        '',
        'Examples:',
        '  errata serve sql-fun --allow-context mcp',
        '  errata serve sql-fun --allow-context mcp --project ~/shop --schema preview',
        '  errata serve sql-fun --daemon --allow-context mcp --idle 0',
        '  errata serve sql-fun --status',
        '  errata serve sql-fun --stop',
        '',
        'Exit code 1: it could not start, or none is running, and has said why.',
        '',
        'docs/systems/sql-fun.md tells how to connect a host and what a project is.',
      ].join('\n'),
    )
    .action((flags: SqlFunFlags) => perform((terminal) => serveSqlFun(flags, terminal)));
}

async function serveSqlFun(flags: SqlFunFlags, terminal: Terminal): Promise<ExitCode> {
  const way = wayOf(flags);
  switch (way) {
    case 'stdio':
      return serveProxy(flags, terminal);
    case 'daemon':
      return beDaemon(flags, terminal);
    case 'status':
      return tell(terminal, () => describeDaemon(toManageOptions(flags)));
    case 'stop':
      return tell(terminal, () => endDaemon(toManageOptions(flags)));
  }
}

async function serveProxy(flags: SqlFunFlags, terminal: Terminal): Promise<ExitCode> {
  const own = toProxyOptions(flags, [process.execPath, process.argv[1]!]);
  const { serveOnStdio } = await import('@errata/sql-fun');
  const { onFault } = await failureOptions(flags);
  const options = { ...own, ...(onFault && { onFault }) };
  await warnOfProject(flags.project ?? '.', terminal);
  return serveSystem('sql-fun', { stdio: () => serveOnStdio(options) }, terminal);
}

/** A host shows what is said here; to a model, the server looks well until it is asked. */
async function warnOfProject(project: string, terminal: Terminal): Promise<void> {
  const folder = resolve(project);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  terminal.err(`errata: there is no folder ${folder}: nothing can be answered until there is\n`);
}

async function beDaemon(flags: SqlFunFlags, terminal: Terminal): Promise<ExitCode> {
  const { serveDaemon } = await import('@errata/sql-fun');
  const { onFault } = await failureOptions(flags);
  const options = { ...toDaemonOptions(flags), ...(onFault && { onFault }) };
  return running(terminal, async () => {
    const { url, closed } = await serveDaemon(options);
    terminal.err(`sql-fun is listening on ${url}\n`);
    return { ended: closed };
  });
}

async function describeDaemon(options: ManageOptions): Promise<string> {
  const { daemonStatus } = await import('@errata/sql-fun');
  const { pid, port, version, contexts } = await daemonStatus(options);
  return `sql-fun ${version} is running as process ${pid} on port ${port}; it answers ${contexts.join(', ')}`;
}

async function endDaemon(options: ManageOptions): Promise<string> {
  const { stopDaemon } = await import('@errata/sql-fun');
  const { pid } = await stopDaemon(options);
  return `sql-fun has ended; it was process ${pid}`;
}

/** One sentence of what was found; a server that cannot be asked is told of, and is no mistake of whoever asks. */
async function tell(terminal: Terminal, ask: () => Promise<string>): Promise<ExitCode> {
  try {
    terminal.out(`${await ask()}\n`);
    return 0;
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    terminal.err(`errata: ${thrown.details}\n`);
    return 1;
  }
}

function toManageOptions(flags: SqlFunFlags): ManageOptions {
  const { runtimeFolder } = toDaemonOptions(flags);
  return runtimeFolder === undefined ? {} : { runtimeFolder };
}
