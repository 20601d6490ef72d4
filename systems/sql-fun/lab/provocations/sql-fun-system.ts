import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { defineSystem, type ServeCommand, type System } from '@errata/prove';
import { QUERY_FAILURES } from './query-failures.js';
import { REACH_FAILURES } from './reach-failures.js';
import { REQUEST_FAILURES } from './request-failures.js';
import { openSqlFunWorld, type SqlFunWorld } from './world.js';

/** The system as it is proved: the command that serves it, and a real cause for every failure that it declares. */
export function createSqlFunSystem(command: ServeCommand): System<SqlFunWorld> {
  return defineSystem({
    name: 'sql-fun',
    contract: sqlFunContract,
    transports: ['stdio', 'tcp'],
    eras: ['2025-11-25', '2026-07-28'],
    // Of the proxy: a daemon on TCP has no tools.
    toolFailures: ['rpc', 'tool', 'by-host'],
    open: (cell) => openSqlFunWorld(cell, command),
    provocations: [...REQUEST_FAILURES, ...REACH_FAILURES, ...QUERY_FAILURES],
  });
}
