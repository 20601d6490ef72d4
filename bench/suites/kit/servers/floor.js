import { description, inputSchema, NAME, run } from '../tool.js';

const WELCOME = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
};
const LIST = { tools: [{ name: NAME, description, inputSchema }] };

/**
 * The least work that gives a right answer, with the arguments checked by hand; undefined if nothing is to be said.
 * @param {string} text
 * @returns {string | undefined}
 */
export function answer(text) {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcomeOf(method, params?.arguments) });
}

/** @param {string} method @param {import('../tool.js').Given} given */
function outcomeOf(method, given) {
  if (method === 'initialize') return { result: WELCOME };
  if (method === 'tools/list') return { result: LIST };
  const wrong = [
    ...(typeof given.a === 'number' ? [] : ['a']),
    ...(typeof given.b === 'number' ? [] : ['b']),
    ...(isLabel(given.label) ? [] : ['label']),
  ];
  return wrong.length === 0
    ? { result: run(given) }
    : { error: { code: -32602, message: `Invalid params: ${wrong.join(', ')}` } };
}

/** @param {unknown} value */
function isLabel(value) {
  return typeof value === 'string' && value.length >= 1 && value.length <= 80;
}
