import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { KNOWN_CONTRACTS } from '@errata/catalogs';
import { defineContract, type Contract } from '@errata/core';
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
    const { createSqlFunSystem } = await import('@errata/sql-fun/provocations');
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

/** Whether a name is that of a file: a module with a catalog or a contract, or a contract as JSON. */
export function isFileName(name: string): boolean {
  return /[./\\]/.test(name);
}

/** A catalog by its name, or the one that a module exports: `./dist/catalog.js`. */
export async function loadCatalog(name: string): Promise<Pick<Known, 'name' | 'contract'>> {
  if (!isFileName(name)) return findCatalog(name);
  const contract = await loadContractModule(name);
  return { name: contract.catalog.domain, contract };
}

/** The contract that a module exports; of a catalog, the one that it has by default. */
export async function loadContractModule(file: string): Promise<Contract> {
  let exported: object;
  try {
    exported = (await import(pathToFileURL(resolve(file)).href)) as object;
  } catch (error) {
    throw new UsageError(
      `cannot load ${file}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`,
      `A module that exports a catalog or a contract, or one of: ${CATALOG_NAMES.join(', ')}`,
    );
  }
  const values: readonly unknown[] = Object.values(exported);
  const contracts = values.filter(isContract);
  const [only, ...others] =
    contracts.length > 0
      ? contracts
      : values.filter(isCatalog).map((catalog) => defineContract({ catalog }));
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    only === undefined
      ? `${file} exports no catalog and no contract`
      : `${file} exports ${others.length + 1} contracts: export one from a module of its own`,
    'Such as: export const shop = defineCatalog("shop", { … })',
  );
}

function isContract(value: unknown): value is Contract {
  const { catalog, number, toolFailures } = (value ?? {}) as Partial<Contract>;
  return isCatalog(catalog) && typeof number === 'function' && typeof toolFailures === 'function';
}

function isCatalog(value: unknown): value is Contract['catalog'] {
  const { domain, definition, definitions } = (value ?? {}) as Partial<Contract['catalog']>;
  return (
    typeof domain === 'string' && typeof definition === 'function' && Array.isArray(definitions)
  );
}

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
