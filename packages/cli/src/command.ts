import { readFileSync } from 'node:fs';
import type { Terminal } from './terminal.js';

/**
 * How a command ends: 0 it worked, 1 it looked and found nothing or something wrong, 2 it was called wrongly, 3 it is broken itself,
 * 130 Ctrl-C ended it, 143 SIGTERM did.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143;

/** The work of one command. */
type Action = (terminal: Terminal) => ExitCode | Promise<ExitCode>;

/** Gets the work of the chosen command. */
export type Perform = (action: Action) => Promise<void>;

/** Wrong usage: exit code 2, with a sentence that says why and one that helps. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** The version of this package; its manifest is one folder above both the source and the build. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
