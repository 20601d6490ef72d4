export type { ExitCode } from './command.js';
export { runCli } from './run-cli.js';
export { createTerminal, type TerminalProcess, type Terminal } from './terminal.js';
