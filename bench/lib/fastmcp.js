import { existsSync } from 'node:fs';

// It comes with some 340 packages and lives with the other peers: `node test/peers/install.js`.
const ENTRY = new URL('../../test/peers/node_modules/fastmcp/dist/FastMCP.js', import.meta.url);

export const isInstalled = () => existsSync(ENTRY);

/** The module is not named in an import, so that it is optional. */
export const loadFastMcp = () => import(ENTRY.href);

/** Its log output is not part of the measured work. */
export const SILENT = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
