import {
  CODES,
  MESSAGES,
  refusedDump,
  statusOf,
  unreachable,
  violationsOf,
  waitForRelease,
} from '../work.js';

/** @typedef {{ id: unknown, method: string, params: import('../work.js').Params }} Request */

/**
 * The least work that gives a right answer: `JSON.parse`, a reply written by hand, `JSON.stringify`.
 * @type {import('../implementation.js').Implementation}
 */
export const floor = {
  name: 'floor',
  role: 'floor',
  open: (write) => (text) => write(answer(text)),
};

/** @param {string} text */
function answer(text) {
  /** @type {Request} */
  let request;
  try {
    request = JSON.parse(text);
  } catch {
    return JSON.stringify(errorReply(null, CODES.parse, MESSAGES.parse));
  }
  const { id, method, params } = request;
  if (method !== 'tools/call') return JSON.stringify(errorReply(id, CODES.method, MESSAGES.method));
  const given = params.arguments;
  switch (params.name) {
    case 'device/status':
      return JSON.stringify({ jsonrpc: '2.0', id, result: statusOf(given) });
    case 'device/configure':
      return JSON.stringify(errorReply(id, CODES.params, MESSAGES.params, violationsOf(given)));
    case 'device/connect':
      return JSON.stringify(
        errorReply(id, CODES.unreachable, MESSAGES.unreachable, unreachable(given)),
      );
    case 'device/dump':
      return JSON.stringify(errorReply(id, CODES.refused, MESSAGES.refused, refusedDump(given)));
    default:
      return JSON.stringify({ jsonrpc: '2.0', id, result: given });
  }
}

/**
 * @param {unknown} id
 * @param {number} code
 * @param {string} message
 * @param {object} [data]
 */
function errorReply(id, code, message, data) {
  return data === undefined
    ? { jsonrpc: '2.0', id, error: { code, message } }
    : { jsonrpc: '2.0', id, error: { code, message, data } };
}

/**
 * The same with what most servers have: an async handler that throws. Still no stack.
 * @type {import('../implementation.js').Implementation}
 */
export const floorAsync = {
  name: 'floor-async',
  role: 'floor',
  extra: true,
  open: (write) => (text) => void answerAsync(text).then(write),
};

/** @param {string} text */
async function answerAsync(text) {
  /** @type {Request} */
  let request;
  try {
    request = JSON.parse(text);
  } catch {
    return JSON.stringify(errorReply(null, CODES.parse, MESSAGES.parse));
  }
  const { id, method, params } = request;
  if (method !== 'tools/call') return JSON.stringify(errorReply(id, CODES.method, MESSAGES.method));
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: await call(params) });
  } catch (thrown) {
    const { code, message, data } = /** @type {{ code: number, message: string, data: object }} */ (
      thrown
    );
    return JSON.stringify(errorReply(id, code, message, data));
  }
}

/** @param {import('../work.js').Params} params */
async function call({ name, arguments: given }) {
  switch (name) {
    case 'device/status':
      return statusOf(given);
    case 'device/configure':
      throw { code: CODES.params, message: MESSAGES.params, data: violationsOf(given) };
    case 'device/connect':
      throw { code: CODES.unreachable, message: MESSAGES.unreachable, data: unreachable(given) };
    case 'device/wait':
      await waitForRelease();
  }
  return given;
}
