import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { CODES, MESSAGES } from '../work.js';
import { callTool, openInMemory } from './sdk-server.js';

/**
 * The low-level `Server`, the only one whose errors keep code and data.
 * @type {import('../implementation.js').Implementation}
 */
export const sdkV1 = {
  name: 'sdk-v1',
  role: 'peer',
  open(write) {
    const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, (request) =>
      callTool(request, (kind, data) => new McpError(CODES[kind], MESSAGES[kind], data)),
    );
    return openInMemory((transport) => server.connect(transport), write);
  },
};
