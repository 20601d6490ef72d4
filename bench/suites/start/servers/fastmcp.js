import { loadFastMcp, SILENT } from '../../../lib/fastmcp.js';
import { description, inputSchema, NAME, run } from './tool.js';

const { FastMCP } = await loadFastMcp();
const server = new FastMCP({ name: 'bench', version: '1.0.0', logger: SILENT });
server.addTool({ name: NAME, description, parameters: inputSchema, execute: run });
await server.start({ transportType: 'stdio' });
