import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { CODES, MESSAGES, statusOf, unreachable, violationsOf, waitForRelease } from '../work.js';

/** @typedef {import('@modelcontextprotocol/server').Transport} Transport */

/**
 * The same for the second SDK, in its 2025 era: the cheaper one of its two.
 * @type {import('../implementation.js').Implementation}
 */
export const sdkV2 = {
  name: 'sdk-v2',
  role: 'peer',
  async open(write) {
    const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/call', ({ params }) => call(params));
    /** @type {Transport} */
    const transport = {
      start: async () => {},
      close: async () => {},
      send: async (message) => write(JSON.stringify(message)),
    };
    await server.connect(transport);
    return (text) => {
      try {
        transport.onmessage?.(JSON.parse(text));
      } catch (error) {
        transport.onerror?.(/** @type {Error} */ (error));
      }
    };
  },
};

/** @param {{ name: string, arguments?: unknown }} params */
function call(params) {
  const given = /** @type {import('../work.js').Arguments} */ (params.arguments);
  switch (params.name) {
    case 'device/status':
      return statusOf(given);
    case 'device/configure':
      throw new ProtocolError(CODES.params, MESSAGES.params, violationsOf(given));
    case 'device/connect':
      throw new ProtocolError(CODES.unreachable, MESSAGES.unreachable, unreachable(given));
    default:
      return waitForRelease().then(() => ({ content: [] }));
  }
}
