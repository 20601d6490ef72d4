import { isDeepStrictEqual } from 'node:util';
import { CODES, MESSAGES, statusOf, unreachable, violationsOf } from './work.js';

/**
 * @typedef {import('./cases.js').Case} Case
 * @typedef {import('./implementation.js').Implementation} Implementation
 * @typedef {Awaited<ReturnType<typeof import('./connect.js').connect>>} Connection
 * @typedef {{ jsonrpc?: unknown, id?: unknown, result?: unknown, error?: { code: number, message: string, data?: unknown } }} Reply
 */

/** Long enough for any answer that comes at all. */
const PATIENCE_MS = 400;

/**
 * Ask once per case, before anything is measured. Gives the cases that were answered; an answer that is not the right
 * one ends the run, because its speed would be worth nothing.
 * @param {Implementation} implementation
 * @param {Connection} connection
 * @param {readonly Case[]} cases
 * @returns {Promise<Set<string>>}
 */
export async function verify(implementation, connection, cases) {
  const answered = new Set();
  for (const { name, texts } of cases) {
    for (const text of [texts[0], texts[texts.length - 1]]) {
      const reply = await connection.ask(/** @type {string} */ (text), PATIENCE_MS);
      if (reply === undefined) break;
      const wrong = whatIsWrong(name, /** @type {string} */ (text), reply, implementation);
      if (wrong !== undefined) {
        throw new Error(`${implementation.name} answers ${name} wrongly: ${wrong}\n${reply}`);
      }
      answered.add(name);
    }
  }
  return answered;
}

/**
 * @param {import('./cases.js').CaseName} name
 * @param {string} text
 * @param {string} replyText
 * @param {Implementation} implementation
 * @returns {string | undefined}
 */
function whatIsWrong(name, text, replyText, implementation) {
  /** @type {Reply} */
  const reply = JSON.parse(replyText);
  if (reply.jsonrpc !== '2.0') return 'jsonrpc is not "2.0"';
  if (name === 'truncated-json' || name === 'malformed-json') {
    return wrongError(reply, CODES.parse, '') ?? wrongSavedId(text, reply, implementation);
  }
  const { id, params } = JSON.parse(text);
  if (reply.id !== id) return 'the id';
  const payload = (implementation.payloadOf ?? ((data) => data))(reply.error?.data);
  switch (name) {
    case 'success':
      return isDeepStrictEqual(reply.result, statusOf(params.arguments)) ? undefined : 'the result';
    case 'unknown-method':
      return wrongError(reply, CODES.method, '');
    case 'invalid-params':
      return isDeepStrictEqual(payload, violationsOf(params.arguments))
        ? wrongError(reply, CODES.params, MESSAGES.params)
        : 'the data';
    case 'domain-error':
      return isDeepStrictEqual(payload, unreachable(params.arguments))
        ? wrongError(reply, CODES.unreachable, MESSAGES.unreachable)
        : 'the data';
  }
}

/**
 * The id of invalid JSON: null by JSON-RPC §5; the MCP eras of errata recover it if it is unambiguous.
 * @param {string} text
 * @param {Reply} reply
 * @param {Implementation} implementation
 */
function wrongSavedId(text, reply, { name }) {
  const clear = /"id":(\d+),/.exec(text)?.[1];
  const expected = name !== 'errata-mcp' ? null : clear === undefined ? undefined : Number(clear);
  return reply.id === expected ? undefined : 'the id';
}

/**
 * The words of a library's own errors are its own; those that the handler chose have to be in the message.
 * @param {Reply} reply
 * @param {number} code
 * @param {string} message
 */
function wrongError(reply, code, message) {
  if (reply.error?.code !== code) return 'the code';
  const words = reply.error.message.toLowerCase();
  return words.includes(message.toLowerCase()) ? undefined : 'the message';
}
