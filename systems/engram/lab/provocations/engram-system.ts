import { engramContract, isDeclaredResult } from '@errata/catalogs/engram';
import { defineSystem, type ServeCommand, type System } from '@errata/prove';
import { INTERNAL_FAILURES } from './internal-failures.js';
import { findFacilities } from './facilities.js';
import { createLogbookFailures } from './logbook-failures.js';
import { createOpenMemoryFailures } from './openmemory-failures.js';
import { REFUSALS } from './refusals.js';
import { REQUEST_FAILURES } from './request-failures.js';
import { FURTHER_RESULTS, SEED_RESULTS } from './results.js';
import type { Simulated } from '../sim/published-servers.js';
import { openEngramWorld, type EngramWorld } from './world.js';

/** The system as it is proved: the command that serves it, a real cause for every failure that it declares, and every result. */
export async function createEngramSystem(
  command: ServeCommand,
  dialect: Simulated = 'js',
): Promise<System<EngramWorld>> {
  const facilities = findFacilities();
  return defineSystem({
    name: dialect === 'js' ? 'engram' : 'engram-py',
    contract: engramContract,
    transports: ['stdio', 'http'],
    eras: ['2025-11-25', '2026-07-28'],
    toolFailures: ['rpc', 'tool', 'by-host'],
    open: (cell) => openEngramWorld(cell, command, facilities, dialect),
    provocations: [
      ...REQUEST_FAILURES,
      ...REFUSALS,
      ...createOpenMemoryFailures(dialect),
      ...createLogbookFailures(facilities),
      ...INTERNAL_FAILURES,
    ],
    results: [...SEED_RESULTS, ...FURTHER_RESULTS],
    isResult: isDeclaredResult,
  });
}
