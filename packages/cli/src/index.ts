export type { ExitCode } from './perform.js';
export { runCli } from './run-cli.js';
export { createTerminal, type ProcessLike, type Terminal } from './terminal.js';
