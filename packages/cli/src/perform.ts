import type { Terminal } from './terminal.js';

/**
 * How a command ends: 0 it worked, 1 it looked and found nothing or something wrong, 2 it was called wrongly, 3 it is broken itself,
 * 130 Ctrl-C ended it, 143 SIGTERM did.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143;

/** The work of one command. */
export type Action = (terminal: Terminal) => ExitCode | Promise<ExitCode>;

/** Hands the work of the chosen command over to whoever runs the command line. */
export type Perform = (action: Action) => Promise<void>;
