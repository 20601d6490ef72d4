import { statusOf, unreachable, violationsOf, waitForRelease } from '../work.js';

/**
 * What both SDKs' transports have in common.
 * @typedef {object} Transport
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} close
 * @property {(message: object) => Promise<void>} send
 * @property {(message: any) => void} [onmessage]
 * @property {(error: Error) => void} [onerror]
 */

/**
 * Connect a server over a transport in memory. The SDKs' stdio transports would validate every message once more; here
 * they do not have to.
 * @param {(transport: Transport) => Promise<void>} connect
 * @param {(text: string) => void} write
 * @returns {Promise<(text: string) => void>}
 */
export async function openInMemory(connect, write) {
  /** @type {Transport} */
  const transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => write(JSON.stringify(message)),
  };
  await connect(transport);
  return (text) => {
    try {
      transport.onmessage?.(JSON.parse(text));
    } catch (error) {
      transport.onerror?.(/** @type {Error} */ (error));
    }
  };
}

/**
 * The handler of `tools/call`; an SDK says how it fails.
 * @param {{ params: { name: string, arguments?: unknown } }} request
 * @param {(kind: 'params' | 'unreachable', data: object) => Error} failure
 */
export function callTool({ params }, failure) {
  const given = /** @type {import('../work.js').Arguments} */ (params.arguments);
  switch (params.name) {
    case 'device/status':
      return statusOf(given);
    case 'device/configure':
      throw failure('params', violationsOf(given));
    case 'device/connect':
      throw failure('unreachable', unreachable(given));
    default:
      return waitForRelease().then(() => ({ content: [] }));
  }
}
