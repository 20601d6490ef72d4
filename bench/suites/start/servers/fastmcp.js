import { createFastMcp } from '../../../lib/fastmcp.js';
import { description, inputSchema, NAME, run } from './tool.js';

const server = await createFastMcp();
server.addTool({ name: NAME, description, parameters: inputSchema, execute: run });
await server.start({ transportType: 'stdio' });
