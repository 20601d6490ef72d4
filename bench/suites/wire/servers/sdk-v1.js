import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { registerTools } from '../sdk-tools.js';

/** @param {Parameters<typeof registerTools>[1]} fail */
export function createV1(fail) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  registerTools(server, fail);
  return server;
}
