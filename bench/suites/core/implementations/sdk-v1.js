import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { CODES, MESSAGES, statusOf, unreachable, violationsOf, waitForRelease } from '../work.js';

/** @typedef {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} Transport */

/**
 * The low-level `Server`, the only one whose errors keep code and data, over a transport in memory. Its stdio transport
 * would validate every message once more; here it does not have to.
 * @type {import('../implementation.js').Implementation}
 */
export const sdkV1 = {
  name: 'sdk-v1',
  role: 'peer',
  async open(write) {
    const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params));
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
      throw new McpError(CODES.params, MESSAGES.params, violationsOf(given));
    case 'device/connect':
      throw new McpError(CODES.unreachable, MESSAGES.unreachable, unreachable(given));
    default:
      return waitForRelease().then(() => ({ content: [] }));
  }
}
