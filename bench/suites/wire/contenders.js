import { isInstalled } from '../../lib/fastmcp.js';

/**
 * @typedef {object} Place
 * @property {'floor' | 'errata' | 'sdk' | 'peer'} role `sdk` is an SDK behind our edge or guard.
 * @property {string} [bare] The row of the same SDK without us.
 * @property {string} [floor] The floor that gets the same bytes, if it is not `floor`.
 *
 * @typedef {import('../../lib/measure-servers.js').Entry & Place} Entry
 */

/** @type {readonly Omit<Entry, 'transport'>[]} */
const STDIO = [
  { name: 'floor', file: 'floor', era: '2025-11-25', role: 'floor' },
  { name: 'errata', file: 'errata', era: '2025-11-25', role: 'errata' },
  { name: 'sdk-v1', file: 'sdk-v1', era: '2025-11-25', role: 'peer' },
  { name: 'guarded-v1', file: 'guarded-v1', era: '2025-11-25', role: 'sdk', bare: 'sdk-v1' },
  { name: 'served-v1', file: 'served-v1', era: '2025-11-25', role: 'sdk', bare: 'sdk-v1' },
  { name: 'sdk-v2', file: 'sdk-v2', era: '2025-11-25', role: 'peer' },
  { name: 'guarded-v2', file: 'guarded-v2', era: '2025-11-25', role: 'sdk', bare: 'sdk-v2' },
  { name: 'served-v2', file: 'served-v2', era: '2025-11-25', role: 'sdk', bare: 'sdk-v2' },
  { name: 'sdk-v2-2026', file: 'sdk-v2', era: '2026-07-28', role: 'peer' },
  {
    name: 'served-v2-2026',
    file: 'served-v2',
    era: '2026-07-28',
    role: 'sdk',
    bare: 'sdk-v2-2026',
  },
  { name: 'fastmcp', file: 'fastmcp', era: '2025-11-25', role: 'peer', installed: isInstalled },
];

/** @type {readonly Omit<Entry, 'transport'>[]} */
const HTTP = [
  { name: 'floor', file: 'floor', era: 'jsonrpc', role: 'floor' },
  // Longer bodies and three more headers, which node:http reads whether anybody looks at them or not.
  { name: 'floor-2026', file: 'floor', era: '2026-07-28', role: 'floor' },
  { name: 'errata', file: 'errata', era: 'jsonrpc', role: 'errata' },
  {
    name: 'errata-2026',
    file: 'errata',
    era: '2026-07-28',
    role: 'errata',
    floor: 'floor-2026',
  },
  { name: 'sdk-v1', file: 'sdk-v1', era: '2025-11-25', role: 'peer' },
  { name: 'served-v1', file: 'served-v1', era: '2025-11-25', role: 'sdk', bare: 'sdk-v1' },
  { name: 'sdk-v2', file: 'sdk-v2', era: '2025-11-25', role: 'peer' },
  { name: 'served-v2', file: 'served-v2', era: '2025-11-25', role: 'sdk', bare: 'sdk-v2' },
  { name: 'sdk-v2-2026', file: 'sdk-v2', era: '2026-07-28', role: 'peer' },
  {
    name: 'served-v2-2026',
    file: 'served-v2',
    era: '2026-07-28',
    role: 'sdk',
    bare: 'sdk-v2-2026',
  },
  { name: 'fastmcp', file: 'fastmcp', era: '2025-11-25', role: 'peer', installed: isInstalled },
];

/** @type {Readonly<Record<'stdio' | 'http', readonly Entry[]>>} */
export const ENTRIES = {
  stdio: STDIO.map((entry) => ({ ...entry, transport: 'stdio' })),
  http: HTTP.map((entry) => ({ ...entry, transport: 'http' })),
};
