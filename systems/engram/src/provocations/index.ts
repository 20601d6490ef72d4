import { engramContract } from '@errata/catalogs/engram';
import { defineSystem, type System } from '@errata/prove';
import type { Command, EngramWorld } from './world.js';

export type { Command, EngramWorld } from './world.js';

/** The system as it is proved: the command that serves it, and a real cause for every failure that it declares. */
export function createEngramSystem(command: Command): Promise<System<EngramWorld>> {
  return Promise.resolve(
    defineSystem<EngramWorld>({
      name: 'engram',
      contract: engramContract,
      transports: ['stdio', 'http'],
      eras: ['2025-11-25', '2026-07-28'],
      open: () => Promise.reject(new Error(command.join(' '))),
      provocations: [],
    }),
  );
}
