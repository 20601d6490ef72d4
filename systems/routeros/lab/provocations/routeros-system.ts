import { routerosContract } from '@errata/catalogs/routeros';
import { defineSystem, type System } from '@errata/prove';
import { ACCESS_REFUSALS } from './access-refusals.js';
import { CHANGE_REFUSALS } from './change-refusals.js';
import { DEVICE_FAILURES } from './device-failures.js';
import { PROTOCOL_FAILURES } from './protocol-failures.js';
import { RouterosWorld, type Command } from './world.js';

/** The system as it is proved: the command that serves it, and a real cause for every failure that it declares. */
export function createRouterosSystem(command: Command): System<RouterosWorld> {
  return defineSystem({
    name: 'routeros',
    contract: routerosContract,
    transports: ['stdio', 'http'],
    eras: ['2025-11-25', '2026-07-28'],
    open: (cell) => RouterosWorld.open(cell, command),
    provocations: [
      ...PROTOCOL_FAILURES,
      ...ACCESS_REFUSALS,
      ...CHANGE_REFUSALS,
      ...DEVICE_FAILURES,
    ],
  });
}
