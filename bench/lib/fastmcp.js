import { existsSync } from 'node:fs';

// It comes with some 340 packages and lives with the other peers: `node test/peers/install.js`.
const ENTRY = new URL('../../test/peers/node_modules/fastmcp/dist/FastMCP.js', import.meta.url);

export const isInstalled = () => existsSync(ENTRY);

/** The module is not named in an import, so that nobody has to have it. */
export const loadFastMcp = () => import(ENTRY.href);

/** What it would log is not part of the work. */
export const SILENT = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
