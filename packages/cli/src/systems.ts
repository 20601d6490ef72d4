import process from 'node:process';
import { KNOWN_CONTRACTS } from '@errata/catalogs';
import type { System, World } from '@errata/prove';
import type { Command } from 'commander';
import { didYouMean, plain } from './closest.js';
import { UsageError } from './command.js';

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
    const { createRouterosSystem } = await import('@errata/routeros/lab');
    return createRouterosSystem(serving('routeros')) as unknown as System<World>;
  },
  engram: async () => {
    const { createEngramSystem } = await import('@errata/engram/provocations');
    return (await createEngramSystem(serving('engram'))) as unknown as System<World>;
  },
  erlmcp: async () => {
    const { createErlmcpSystem } = await import('@errata/erlmcp/provocations');
    return createErlmcpSystem(serving('erlmcp')) as unknown as System<World>;
  },
  'sql-fun': async () => {
    const { createSqlFunSystem } = await import('@errata/sql-fun/lab');
    return createSqlFunSystem(serving('sql-fun')) as unknown as System<World>;
  },
};

/** What to answer to the name of a system that is not there. */
export function noSuchSystem(name: string, known: readonly string[]): UsageError {
  return noSuch('system', name, known);
}

/** Of a command whose subcommands are things of one kind: any other name is answered with those that there are. */
export function refuseOthers(command: Command, kind: string): void {
  command.on('command:*', ([name = '']: string[]) => {
    throw noSuch(
      kind,
      name,
      command.commands.map((each) => each.name()),
    );
  });
}

function noSuch(kind: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(
    `there is no ${kind} ${JSON.stringify(name)}${didYouMean(name, known)}`,
    `One of: ${known.join(', ')}`,
  );
}

/** A catalog that can be named on the command line. */
export type Known = (typeof KNOWN_CONTRACTS)[number];

export const CATALOG_NAMES: readonly string[] = KNOWN_CONTRACTS.map(
  ({ contract }) => contract.catalog.domain,
);

export function findCatalog(name: string): Known {
  const known = KNOWN_CONTRACTS.find(
    ({ contract }) => plain(contract.catalog.domain) === plain(name),
  );
  if (known !== undefined) return known;
  throw new UsageError(
    `there is no catalog ${JSON.stringify(name)}${didYouMean(name, CATALOG_NAMES)}`,
    `Catalogs: ${CATALOG_NAMES.join(', ')}`,
  );
}
