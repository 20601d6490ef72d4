import type { Command } from 'commander';
import type { Perform } from '../../perform.js';
import { refuseOthers } from '../../systems.js';
import { addServeEngram } from './engram.js';
import { addServeErlmcp } from './erlmcp.js';
import { addServeRouteros } from './routeros.js';
import { addServeSqlFun } from './sql-fun.js';

export function addServeCommand(program: Command, perform: Perform): void {
  const serve = program
    .command('serve')
    .summary('run one of the systems as an MCP server')
    .description('Run one of the systems as an MCP server.');
  refuseOthers(serve, 'system');
  addServeRouteros(serve, perform);
  addServeEngram(serve, perform);
  addServeErlmcp(serve, perform);
  addServeSqlFun(serve, perform);
}
