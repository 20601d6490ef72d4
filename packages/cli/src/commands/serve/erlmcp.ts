import type { Command } from 'commander';
import { given } from '../../given.js';
import type { ExitCode, Perform } from '../../perform.js';
import type { Terminal } from '../../terminal.js';
import {
  addErlmcpOptions,
  toErlmcpOptions,
  transportOf,
  type ErlmcpFlags,
} from './erlmcp-flags.js';
import { failureOptions } from './failure-options.js';
import { serveSystem } from './serve-system.js';

export function addServeErlmcp(serve: Command, perform: Perform): void {
  const command = serve
    .command('erlmcp')
    .summary('a calculator and files, without any MCP SDK')
    .description(
      'Serve the sample of the kit: a calculator, the files of a folder and a prompt. On stdio for a host that starts it, or over HTTP or TCP for many.',
    );
  addErlmcpOptions(command)
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata serve erlmcp',
        '  errata serve erlmcp --root notes --upstream https://example.org/report.json',
        '  errata serve erlmcp --http --port 3000 --rate 100 --per-second 20',
        '  errata serve erlmcp --tcp --port 4000 --admin',
        '',
        'Exit codes: 1 it could not start, 2 it was called wrongly; it says why.',
        '',
        'docs/systems/erlmcp.md tells what it offers and how it fails.',
      ].join('\n'),
    )
    .action((flags: ErlmcpFlags) => perform((terminal) => serveErlmcp(flags, terminal)));
}

async function serveErlmcp(flags: ErlmcpFlags, terminal: Terminal): Promise<ExitCode> {
  const transport = transportOf(flags);
  const own = toErlmcpOptions(flags);
  const { serveOnHttp, serveOnStdio, serveOnTcp } = await import('@errata/erlmcp');
  const { onFault } = await failureOptions(flags);
  const options = { ...own, ...(onFault && { onFault }) };
  const listen = given(flags, 'port', 'host', 'trustEverybody');
  const served = {
    stdio: { stdio: () => serveOnStdio(options) },
    http: { http: () => serveOnHttp({ ...options, listen }) },
    // To whoever is told of it, a port is a port.
    tcp: { http: () => serveOnTcp({ ...options, listen }) },
  };
  return serveSystem('erlmcp', served[transport], terminal);
}
