export { runCli, type ExitCode } from './run-cli.js';
export { createTerminal, type ProcessLike, type Terminal } from './terminal.js';
