import process from 'node:process';
import type { ExitCode } from '../../perform.js';
import { running } from '../../running.js';
import type { Terminal } from '../../terminal.js';

/** A system on the transport that was chosen. */
export type Served =
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
