import process from 'node:process';
import type { System, World } from '@errata/prove';

/** This very program, as a system's provocations start it: `errata serve <system>`. */
const serving = (system: string): readonly [string, ...string[]] => [
  process.execPath,
  process.argv[1]!,
  'serve',
  system,
];

/** The systems that can be proved, each loaded when it is asked for. */
export const SYSTEMS: Readonly<Record<string, () => Promise<System<World>>>> = {
  routeros: async () => {
    const { createRouterosSystem } = await import('@errata/routeros/provocations');
    return createRouterosSystem(serving('routeros')) as unknown as System<World>;
  },
};
