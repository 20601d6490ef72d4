import { ENVELOPE } from '../../lib/mcp-messages.js';

/**
 * One kind of request as a pool of messages that differ in id and values.
 * @typedef {{ name: CaseName, requests: readonly Request[] }} Case
 * @typedef {'success' | 'unknown-method' | 'invalid-arguments' | 'domain-error'} CaseName
 * @typedef {import('../../lib/mcp-messages.js').Era} Era
 *
 * A request as text, and what HTTP headers repeat of it on 2026-07-28.
 * @typedef {{ text: string, method: string, tool: string, id: number, given: import('../core/work.js').Arguments }} Request
 */

const POOL = 64;

export const CASES = /** @type {const} */ ([
  'success',
  'unknown-method',
  'invalid-arguments',
  'domain-error',
]);

/** @type {Readonly<Record<CaseName, { method: string, tool: string }>>} */
const KINDS = {
  success: { method: 'tools/call', tool: 'device_status' },
  'unknown-method': { method: 'device/reboot_all', tool: 'device_status' },
  'invalid-arguments': { method: 'tools/call', tool: 'device_configure' },
  'domain-error': { method: 'tools/call', tool: 'device_connect' },
};

/**
 * The requests as this revision wants them: 2026-07-28 carries its envelope in each.
 * @param {Era} era
 * @returns {Case[]}
 */
export function createCases(era) {
  return CASES.map((name) => ({
    name,
    requests: Array.from({ length: POOL }, (_, n) => request(n, KINDS[name], name, era)),
  }));
}

/**
 * @param {number} n
 * @param {{ method: string, tool: string }} kind
 * @param {CaseName} name
 * @param {Era} era
 * @returns {Request}
 */
function request(n, { method, tool }, name, era) {
  const good = argumentsOf(n);
  const given =
    name === 'invalid-arguments' ? { ...good, device_id: `lab ${n}`, attempt: -1 } : good;
  const params = {
    name: tool,
    arguments: given,
    ...(era === '2026-07-28' && { _meta: ENVELOPE }),
  };
  const id = 10_000 + n;
  return { text: JSON.stringify({ jsonrpc: '2.0', id, method, params }), method, tool, id, given };
}

/** @param {number} n */
export function argumentsOf(n) {
  return {
    device_id: `dev-lab-${1000 + n}`,
    interface: `ether${1 + (n % 48)}`,
    management_address: `198.51.100.${n % 256}`,
    attempt: 1 + (n % 9),
  };
}
