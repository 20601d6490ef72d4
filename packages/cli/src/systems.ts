import { createRequire } from 'node:module';
import { resolve as toAbsolute } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { KNOWN_CONTRACTS } from '@errata/catalogs';
import { defineContract, type Contract } from '@errata/core';
import type { ServeCommand, System, World } from '@errata/prove';
import type { Command as Commander } from 'commander';
import { didYouMean, plain } from './closest.js';
import { UsageError } from './command.js';

/** What the command loads of the systems. They are not among its dependencies: each is there if the user has installed it. */
const MODULES = {
  routeros: () => import('@errata/routeros'),
  'routeros/settings': () => import('@errata/routeros/settings'),
  'routeros/lab': () => import('@errata/routeros/lab'),
  engram: () => import('@errata/engram'),
  'engram/settings': () => import('@errata/engram/settings'),
  'engram/lab': () => import('@errata/engram/lab'),
  erlmcp: () => import('@errata/erlmcp'),
  'erlmcp/settings': () => import('@errata/erlmcp/settings'),
  'erlmcp/lab': () => import('@errata/erlmcp/lab'),
  'sql-fun': () => import('@errata/sql-fun'),
  'sql-fun/check': () => import('@errata/sql-fun/check'),
  'sql-fun/analyzer': () => import('@errata/sql-fun/analyzer'),
  'sql-fun/lab': () => import('@errata/sql-fun/lab'),
};

type Modules = { readonly [K in keyof typeof MODULES]: Awaited<ReturnType<(typeof MODULES)[K]>> };

const { resolve } = createRequire(import.meta.url);

/** Whether a system is there to be loaded. */
export function isInstalled(name: string): boolean {
  try {
    resolve(`@errata/${name}`);
    return true;
  } catch {
    return false;
  }
}

/** Load a system, or say how to install it. */
export async function load<K extends keyof Modules>(name: K): Promise<Modules[K]> {
  const system = name.split('/')[0]!;
  // A module that the system itself cannot find is a different failure from a missing system.
  if (!isInstalled(system)) {
    throw new UsageError(
      `this command needs @errata/${system}: npm install @errata/${system}`,
      `Before the first release: run npm run pack -- ${system} in a clone of Errata.`,
    );
  }
  return (await MODULES[name]()) as Modules[K];
}

/** The systems that can be proved, by the command that serves them. */
const CREATE: Readonly<Record<string, (command: ServeCommand) => Promise<unknown>>> = {
  routeros: async (own) => (await load('routeros/lab')).createRouterosSystem(own),
  engram: async (own) => (await load('engram/lab')).createEngramSystem(own),
  'engram-py': async (own) => (await load('engram/lab')).createEngramSystem(own, 'py'),
  erlmcp: async (own) => (await load('erlmcp/lab')).createErlmcpSystem(own),
  'sql-fun': async (own) => (await load('sql-fun/lab')).createSqlFunSystem(own),
};

export const SYSTEM_NAMES: readonly string[] = Object.keys(CREATE);

/** A system whose provocations start this program: `errata serve <system>`. */
export async function loadSystem(name: string): Promise<System<World>> {
  if (!Object.hasOwn(CREATE, name)) throw noSuch('system', name, SYSTEM_NAMES);
  const served = name.replace(/-py$/, '');
  const program: ServeCommand = [process.execPath, process.argv[1]!, 'serve', served];
  return (await CREATE[name]!(program)) as System<World>;
}

/** For a command whose subcommands are names of one kind: an unknown name gets the list of known ones. */
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
    `unknown ${kind} ${JSON.stringify(name)}${didYouMean(name, known)}`,
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
export async function loadCatalog(
  name: string,
): Promise<Pick<Known, 'name' | 'contract'> & { readonly file?: string }> {
  if (!isFileName(name)) return findCatalog(name);
  const contract = await loadContractModule(name);
  return { name: contract.catalog.domain, contract, file: name };
}

/** The contract that a module exports; of a catalog, the one that it has by default. */
export async function loadContractModule(file: string): Promise<Contract> {
  let exported: object;
  try {
    exported = (await import(pathToFileURL(toAbsolute(file)).href)) as object;
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
      : `${file} exports ${others.length + 1} contracts: export one per module`,
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
    `unknown catalog ${JSON.stringify(name)}${didYouMean(name, CATALOG_NAMES)}`,
    `Catalogs: ${CATALOG_NAMES.join(', ')}`,
  );
}
