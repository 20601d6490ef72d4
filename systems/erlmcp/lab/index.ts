import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { defineSystem, type ServeCommand, type System } from '@errata/prove';
import { OFFER_FAILURES } from './offer-failures.js';
import { REQUEST_FAILURES } from './request-failures.js';
import { openErlmcpWorld, type ErlmcpWorld } from './world.js';
import { WORK_FAILURES } from './work-failures.js';

export type { ErlmcpWorld } from './world.js';

/** The system as it is proved: the command that serves it, and a real cause for every failure that it declares. */
export function createErlmcpSystem(command: ServeCommand): System<ErlmcpWorld> {
  return defineSystem({
    name: 'erlmcp',
    contract: erlmcpContract,
    transports: ['stdio', 'http', 'tcp'],
    eras: ['2025-11-25', '2026-07-28'],
    toolFailures: ['rpc', 'tool', 'by-host'],
    open: (cell) => openErlmcpWorld(cell, command),
    // A tool may say in words of its own that it did not succeed; the contract is about everything else.
    isResult: (structuredContent) => structuredContent === undefined,
    provocations: [...REQUEST_FAILURES, ...OFFER_FAILURES, ...WORK_FAILURES],
  });
}
