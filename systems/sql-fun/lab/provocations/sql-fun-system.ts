import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { defineSystem, type System } from '@errata/prove';
import { FILE_FAILURES } from './file-failures.js';
import { POLICY_FAILURES } from './policy-failures.js';
import { NAME_FAILURES, QUERY_FAILURES } from './query-failures.js';
import { PANICS, REACH_FAILURES } from './reach-failures.js';
import { REQUEST_FAILURES } from './request-failures.js';
import type { Command } from './served.js';
import { openWorld, type SqlFunWorld } from './world.js';

/** The system as it is proved: the command that serves it, and a real cause for every failure that it declares. */
export function createSqlFunSystem(command: Command): System<SqlFunWorld> {
  return defineSystem({
    name: 'sql-fun',
    contract: sqlFunContract,
    transports: ['stdio', 'tcp'],
    eras: ['2025-11-25', '2026-07-28'],
    open: (cell) => openWorld(cell, command),
    provocations: [
      ...REQUEST_FAILURES,
      ...REACH_FAILURES,
      ...PANICS,
      ...FILE_FAILURES,
      ...QUERY_FAILURES,
      ...POLICY_FAILURES,
      ...NAME_FAILURES,
    ],
  });
}
