import { routerosContract } from '@errata/catalogs/routeros';
import { defineSystem, type ServeCommand, type System } from '@errata/prove';
import { ACCESS_REFUSALS } from './access-refusals.js';
import { CHANGE_REFUSALS } from './change-refusals.js';
import { DEVICE_FAILURES } from './device-failures.js';
import { PROTOCOL_FAILURES } from './protocol-failures.js';
import { openRouterosWorld, type RouterosWorld } from './world.js';

/** The system as it is proved: the command that serves it, and a real cause for every failure that it declares. */
export function createRouterosSystem(command: ServeCommand): System<RouterosWorld> {
  return defineSystem({
    name: 'routeros',
    contract: routerosContract,
    transports: ['stdio', 'http'],
    eras: ['2025-11-25', '2026-07-28'],
    toolFailures: ['rpc', 'tool', 'by-host'],
    open: (cell) => openRouterosWorld(cell, command),
    provocations: [
      ...PROTOCOL_FAILURES,
      ...ACCESS_REFUSALS,
      ...CHANGE_REFUSALS,
      ...DEVICE_FAILURES,
    ],
  });
}
