import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

/** The built command. */
export const ERRATA = fileURLToPath(new URL('packages/cli/bin/errata.js', root));

/**
 * What is inside of the system is no part of its package, so it is reached by path.
 * @param {string} file
 */
const built = (file) => import(new URL(`systems/sql-fun/dist/src/${file}`, root).href);

/**
 * @typedef {typeof import('../../../systems/sql-fun/src/databases/open-database.js')} Databases
 * @typedef {typeof import('../../../systems/sql-fun/src/databases/store.js')} Stores
 * @typedef {typeof import('../../../systems/sql-fun/src/dump/read-dump.js')} Dumps
 * @typedef {typeof import('../../../systems/sql-fun/src/worker/run-method.js')} Running
 */

/** @returns {Promise<Databases & Stores & Dumps & Running>} */
export async function systemParts() {
  const files = [
    'databases/open-database.js',
    'databases/store.js',
    'dump/read-dump.js',
    'worker/run-method.js',
  ];
  return Object.assign({}, ...(await Promise.all(files.map(built))));
}
