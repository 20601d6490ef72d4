import { existsSync } from 'node:fs';
import { announce } from './announce.js';
import { freePort } from './free-port.js';

// It comes with some 340 packages and lives with the other peers: `node test/peers/install.js`.
const ENTRY = new URL('../../test/peers/node_modules/fastmcp/dist/FastMCP.js', import.meta.url);

export const isInstalled = () => existsSync(ENTRY);

/** The module is not named in an import, so that it is optional. Its log output is not part of the measured work. */
export async function createFastMcp() {
  const { FastMCP } = await import(ENTRY.href);
  const logger = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
  return new FastMCP({ name: 'bench', version: '1.0.0', logger });
}

/** @param {Awaited<ReturnType<typeof createFastMcp>>} server @param {object} [options] */
export async function serveFastMcp(server, options) {
  const port = await freePort();
  const httpStream = { port, host: '127.0.0.1', enableJsonResponse: true, ...options };
  await server.start({ transportType: 'httpStream', httpStream });
  announce(port);
}
