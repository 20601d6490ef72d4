import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { CODES, MESSAGES } from '../work.js';
import { callTool, openInMemory } from './sdk-server.js';

/**
 * The same for the second SDK, in its 2025 era: the cheaper one of its two.
 * @type {import('../implementation.js').Implementation}
 */
export const sdkV2 = {
  name: 'sdk-v2',
  role: 'peer',
  open(write) {
    const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/call', (request) =>
      callTool(request, (kind, data) => new ProtocolError(CODES[kind], MESSAGES[kind], data)),
    );
    return openInMemory((transport) => server.connect(transport), write);
  },
};
