import type { Command } from 'commander';
import type { Perform } from '../../command.js';
import { refuseOthers } from '../../systems.js';
import { ENGRAM } from './engram.js';
import { ERLMCP } from './erlmcp.js';
import { ROUTEROS } from './routeros.js';
import { addSystemCommand } from './serve-system.js';
import { SQL_FUN } from './sql-fun.js';

export function addServeCommand(program: Command, perform: Perform): void {
  const serve = program
    .command('serve')
    .summary('run one of the systems as an MCP server')
    .description('Run one of the systems as an MCP server.');
  refuseOthers(serve, 'system');
  addSystemCommand(serve, perform, ROUTEROS);
  addSystemCommand(serve, perform, ENGRAM);
  addSystemCommand(serve, perform, ERLMCP);
  addSystemCommand(serve, perform, SQL_FUN);
}
