import { ENVELOPE } from '../../lib/mcp-messages.js';
import { NAME } from './tool.js';

/**
 * @typedef {import('../../lib/mcp-messages.js').Era} Era
 * @typedef {(typeof CASES)[number]} CaseName
 * @typedef {{ text: string, method: string, tool?: string, id: number, given: import('./tool.js').Given }} Request
 * @typedef {{ name: CaseName, requests: readonly Request[] }} Case
 */

const POOL = 64;

export const CASES = /** @type {const} */ (['call', 'wrong arguments', 'list']);

/**
 * The requests as this revision wants them: 2026-07-28 carries its envelope in each.
 * @param {Era} era
 * @returns {Case[]}
 */
export function createCases(era) {
  return CASES.map((name) => ({
    name,
    requests: Array.from({ length: POOL }, (_, n) => request(n, name, era)),
  }));
}

/**
 * @param {number} n
 * @param {CaseName} name
 * @param {Era} era
 * @returns {Request}
 */
function request(n, name, era) {
  const given = { a: n, b: n / 8, label: `row ${1000 + n} of the sheet` };
  const id = 10_000 + n;
  const meta = era === '2026-07-28' ? { _meta: ENVELOPE } : {};
  if (name === 'list') {
    const method = 'tools/list';
    return {
      text: JSON.stringify({ jsonrpc: '2.0', id, method, params: meta }),
      method,
      id,
      given,
    };
  }
  const method = 'tools/call';
  const args = name === 'call' ? given : { ...given, b: String(n), label: '' };
  const params = { name: NAME, arguments: args, ...meta };
  const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  return { text, method, tool: NAME, id, given };
}
