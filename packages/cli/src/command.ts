import { readFileSync } from 'node:fs';
import type { Terminal } from './terminal.js';

/**
 * 0 success, 1 nothing found or something wrong, 2 wrong usage, 3 an internal error, 130 Ctrl-C, 143 SIGTERM.
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
