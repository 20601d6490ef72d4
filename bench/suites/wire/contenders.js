import { isInstalled } from '../../lib/fastmcp.js';

/**
 * @typedef {object} Place
 * @property {'floor' | 'errata' | 'sdk' | 'peer'} role `sdk` is an SDK behind our edge or guard.
 * @property {string} [bare] The row of the same SDK without us.
 * @property {string} [floor] The floor that gets the same bytes, if it is not `floor`.
 *
 * @typedef {import('../../lib/server-suite.js').Row & Place} Entry
 */

const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';

/** @type {readonly Entry[]} */
const V1 = [
  { name: 'sdk-v1', file: 'sdk-v1', era: LEGACY, role: 'peer' },
  { name: 'served-v1', file: 'served-v1', era: LEGACY, role: 'sdk', bare: 'sdk-v1' },
];

/** @type {readonly Entry[]} */
const V2 = [
  { name: 'sdk-v2', file: 'sdk-v2', era: LEGACY, role: 'peer' },
  { name: 'served-v2', file: 'served-v2', era: LEGACY, role: 'sdk', bare: 'sdk-v2' },
  { name: 'sdk-v2-2026', file: 'sdk-v2', era: MODERN, role: 'peer' },
  { name: 'served-v2-2026', file: 'served-v2', era: MODERN, role: 'sdk', bare: 'sdk-v2-2026' },
  { name: 'fastmcp', file: 'fastmcp', era: LEGACY, role: 'peer', installed: isInstalled },
];

/** @type {Readonly<Record<'stdio' | 'http', readonly Entry[]>>} */
export const ENTRIES = {
  stdio: [
    { name: 'floor', file: 'floor', era: LEGACY, role: 'floor' },
    { name: 'errata', file: 'errata', era: LEGACY, role: 'errata' },
    ...V1,
    { name: 'guarded-v1', file: 'guarded-v1', era: LEGACY, role: 'sdk', bare: 'sdk-v1' },
    { name: 'guarded-v2', file: 'guarded-v2', era: LEGACY, role: 'sdk', bare: 'sdk-v2' },
    ...V2,
  ],
  http: [
    { name: 'floor', file: 'floor', era: 'jsonrpc', role: 'floor' },
    // Longer bodies and three more headers, which node:http reads whether anybody looks at them or not.
    { name: 'floor-2026', file: 'floor', era: MODERN, role: 'floor' },
    { name: 'errata', file: 'errata', era: 'jsonrpc', role: 'errata' },
    { name: 'errata-2026', file: 'errata', era: MODERN, role: 'errata', floor: 'floor-2026' },
    ...V1,
    ...V2,
  ],
};
