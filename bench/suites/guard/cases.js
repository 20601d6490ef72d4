import { ENVELOPE } from '../../lib/mcp-messages.js';
import { argumentsOf } from '../wire/cases.js';

/**
 * @typedef {'success' | 'plain-error' | 'declared-fault' | 'bad-arguments'} CaseName
 * @typedef {import('../wire/cases.js').Era} Era
 */

const POOL = 64;

/** @type {Readonly<Record<CaseName, string>>} */
const TOOLS = {
  success: 'device_status',
  'plain-error': 'device_crash',
  'declared-fault': 'device_connect',
  'bad-arguments': 'device_configure',
};

export const CASES = /** @type {readonly CaseName[]} */ (Object.keys(TOOLS));

/**
 * Calls of one tool that differ in id and values, decoded from bytes as a transport would.
 * @param {CaseName} name
 * @param {Era} era
 * @returns {string[]}
 */
export function createTexts(name, era) {
  return Array.from({ length: POOL }, (_, n) => {
    const good = argumentsOf(n);
    const params = {
      name: TOOLS[name],
      arguments: name === 'bad-arguments' ? { ...good, device_id: `lab ${n}`, attempt: -1 } : good,
      ...(era === '2026-07-28' && { _meta: ENVELOPE }),
    };
    const request = { jsonrpc: '2.0', id: 10_000 + n, method: 'tools/call', params };
    return Buffer.from(JSON.stringify(request)).toString();
  });
}
