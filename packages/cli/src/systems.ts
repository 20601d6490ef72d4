import { createRequire } from 'node:module';
import process from 'node:process';
import { KNOWN_CONTRACTS } from '@errata/catalogs';
import type { System, World } from '@errata/prove';
import type { Command as Commander } from 'commander';
import { didYouMean, plain } from './closest.js';
import { UsageError } from './command.js';

/** What the command loads of the systems. They are not among its dependencies: each is there if the user has installed it. */
const MODULES = {
  routeros: () => import('@errata/routeros'),
  'routeros/lab': () => import('@errata/routeros/lab'),
  engram: () => import('@errata/engram'),
  'engram/lab': () => import('@errata/engram/lab'),
  erlmcp: () => import('@errata/erlmcp'),
  'erlmcp/lab': () => import('@errata/erlmcp/lab'),
  'sql-fun': () => import('@errata/sql-fun'),
  'sql-fun/check': () => import('@errata/sql-fun/check'),
  'sql-fun/judge': () => import('@errata/sql-fun/judge'),
  'sql-fun/lab': () => import('@errata/sql-fun/lab'),
};

type Modules = { readonly [K in keyof typeof MODULES]: Awaited<ReturnType<(typeof MODULES)[K]>> };

const { resolve } = createRequire(import.meta.url);

/** Load a system, or say how to install it. */
export async function load<K extends keyof Modules>(name: K): Promise<Modules[K]> {
  const needed = `@errata/${name.split('/')[0]}`;
  try {
    // A module that the system itself cannot find is another failure than a system that is not there.
    resolve(needed);
  } catch {
    throw new UsageError(`this needs ${needed}: npm install ${needed}`);
  }
  return (await MODULES[name]()) as Modules[K];
}

type Command = readonly [string, ...string[]];

/** The systems that can be proved, by the command that serves them. */
const CREATE: Readonly<Record<string, (command: Command) => Promise<unknown>>> = {
  routeros: async (own) => (await load('routeros/lab')).createRouterosSystem(own),
  engram: async (own) => (await load('engram/lab')).createEngramSystem(own),
  'engram-py': async (own) => (await load('engram/lab')).createEngramSystem(own, 'py'),
  erlmcp: async (own) => (await load('erlmcp/lab')).createErlmcpSystem(own),
  'sql-fun': async (own) => (await load('sql-fun/lab')).createSqlFunSystem(own),
};

export const SYSTEM_NAMES: readonly string[] = Object.keys(CREATE);

/** A system whose provocations start this very program: `errata serve <system>`. */
export async function loadSystem(name: string): Promise<System<World>> {
  if (!Object.hasOwn(CREATE, name)) throw noSuch('system', name, SYSTEM_NAMES);
  const served = name.replace(/-py$/, '');
  const program: Command = [process.execPath, process.argv[1]!, 'serve', served];
  return (await CREATE[name]!(program)) as System<World>;
}

/** Of a command whose subcommands are things of one kind: any other name is answered with those that there are. */
export function refuseOthers(command: Commander, kind: string): void {
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
