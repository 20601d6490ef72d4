import { isInstalled } from '../../lib/fastmcp.js';

/**
 * @typedef {object} Place
 * @property {string} [rival] The SDK that the kit is held against, spoken to in the same revision.
 *
 * @typedef {import('../../lib/server-suite.js').Row & Place} Entry
 */

const HANDSHAKE = /** @type {const} */ ({ era: '2025-11-25', session: true });
const STATELESS = /** @type {const} */ ({ era: '2026-07-28' });

/** @type {readonly Entry[]} */
const SERVERS = [
  { name: 'floor', file: 'floor', ...HANDSHAKE },
  { name: 'kit', file: 'kit', ...HANDSHAKE, rival: 'sdk-v2' },
  { name: 'kit-zod', file: 'kit-zod', ...HANDSHAKE, rival: 'sdk-v2' },
  { name: 'sdk-v1', file: 'sdk-v1', ...HANDSHAKE },
  { name: 'sdk-v2', file: 'sdk-v2', ...HANDSHAKE },
  { name: 'fastmcp', file: 'fastmcp', ...HANDSHAKE, installed: isInstalled },
  { name: 'kit-2026', file: 'kit', ...STATELESS, rival: 'sdk-v2-2026' },
  { name: 'sdk-v2-2026', file: 'sdk-v2', ...STATELESS },
];

/** @type {Readonly<Record<'stdio' | 'http', readonly Entry[]>>} */
export const ENTRIES = { stdio: SERVERS, http: SERVERS };
