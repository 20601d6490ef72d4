import { CODES, MESSAGES, statusOf, unreachable, violationsOf } from '../core/work.js';

/** @typedef {import('../core/work.js').Params} Params */

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
};

/**
 * The floor: the least work that gives a right answer. One text in, one text out; undefined if nothing is to be said.
 * @param {string} text
 * @returns {string | undefined}
 */
export function answer(text) {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return undefined;
  if (method === 'tools/call') return call(id, params);
  if (method === 'initialize') return JSON.stringify({ jsonrpc: '2.0', id, result: HELLO });
  return failure(id, CODES.method, MESSAGES.method);
}

/**
 * @param {number} id
 * @param {Params} params
 */
function call(id, { name, arguments: given }) {
  switch (name) {
    case 'device_status':
      return JSON.stringify({ jsonrpc: '2.0', id, result: statusOf(given) });
    case 'device_configure':
      return failure(id, CODES.params, MESSAGES.params, violationsOf(given));
    default:
      return failure(id, CODES.unreachable, MESSAGES.unreachable, unreachable(given));
  }
}

/**
 * @param {number} id
 * @param {number} code
 * @param {string} message
 * @param {object} [data]
 */
function failure(id, code, message, data) {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}
