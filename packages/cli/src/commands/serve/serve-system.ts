import process from 'node:process';
import type { OnFault } from '@errata/core';
import type { Command } from 'commander';
import { UsageError, type ExitCode, type Perform } from '../../command.js';
import { addOptions, PORT, valueOf, type OptionRow } from '../../options.js';
import { running } from '../../running.js';
import type { Terminal } from '../../terminal.js';

/** `errata serve <name>`. */
export interface SystemCommand<F> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly options: readonly OptionRow[];
  /** What the help says after the options. */
  readonly help: string;
  run(flags: F, terminal: Terminal): Promise<ExitCode>;
}

/** What is read of the flags that every system has. */
export interface ServeFlags {
  readonly trustEverybody?: boolean;
  readonly journal: string | boolean;
}

export const STDIO: OptionRow = ['--stdio', 'on standard input and output; the default'];
export const HTTP: OptionRow = ['--http', 'as Streamable HTTP, at /mcp'];

/** Where a system listens that knows HTTP alone beside stdio. */
export const LISTEN = {
  port: ['--port <n>', 'with --http; default: a free one', PORT],
  host: ['--host <address>', 'with --http; default: 127.0.0.1'],
} satisfies Record<string, OptionRow>;

export const TOOL_FAILURES: OptionRow = [
  '--tool-failures <form>',
  'rpc: the JSON-RPC errors of the document; tool: results, which models can read; by-host: results for known hosts; default: by-host',
  ['form of failures', 'rpc', 'tool', 'by-host', 'contract', 'result'],
];

const JOURNAL: readonly OptionRow[] = [
  ['--journal <path>', 'where failures are recorded for errata why'],
  ['--no-journal', 'record failures nowhere'],
];

export function addSystemCommand<F>(
  serve: Command,
  perform: Perform,
  { name, summary, description, options, help, run }: SystemCommand<F>,
): void {
  const command = serve.command(name).summary(summary).description(description);
  addOptions(command, [...options, ...JOURNAL])
    .addHelpText('after', help)
    .action((flags: F) => perform((terminal) => run(flags, terminal)));
}

/** The transport that was chosen: the first one by default. Throws for two of them, and for a flag about a port on stdio. */
export function chooseTransport<W extends string>(
  flags: object,
  ways: readonly [W, ...W[]],
  listen: Readonly<Record<string, OptionRow>>,
): W {
  const chosen = ways.filter((each) => (flags as Readonly<Record<string, unknown>>)[each] === true);
  const [way = ways[0], other] = chosen;
  if (other !== undefined) {
    throw new UsageError(`--${way} and --${other} are two ways to serve: choose one`);
  }
  if (way !== 'stdio') return way;
  const lost = Object.values(listen).find((row) => valueOf(flags, row) !== undefined);
  if (lost === undefined) return way;
  const others = ways.slice(1).map((each) => `--${each}`);
  throw new UsageError(`${lost[0].split(' ')[0]} goes with ${others.join(' or ')}`);
}

/** The journal as an option of a system. */
export async function journalOption({ journal }: ServeFlags): Promise<{ onFault?: OnFault }> {
  if (journal === false) return {};
  const { createJournal } = await import('@errata/observe');
  return { onFault: createJournal(typeof journal === 'string' ? { path: journal } : {}).onFault };
}

/** A system on the transport that was chosen. */
type Served =
  | { readonly stdio: () => Promise<{ readonly closed: Promise<unknown> }> }
  | { readonly http: () => Promise<{ readonly url: string }> };

/** Serve a system until it ends, and tell people where it is or what it waits for. */
export function serveSystem(name: string, served: Served, terminal: Terminal): Promise<ExitCode> {
  return running(terminal, async () => {
    if ('stdio' in served) {
      const { closed } = await served.stdio();
      if (process.stdin.isTTY) terminal.err(waiting(name));
      return { ended: closed };
    }
    const { url } = await served.http();
    terminal.err(`${name} is listening on ${url}\n`);
    return { ended: undefined };
  });
}

function waiting(name: string): string {
  return `Waiting for an MCP host on standard input; Ctrl-C ends it. docs/systems/${name}.md tells more.\n`;
}
