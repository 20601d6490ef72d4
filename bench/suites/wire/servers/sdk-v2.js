import { McpServer } from '@modelcontextprotocol/server';
import { registerTools } from '../sdk-tools.js';

/** @param {Parameters<typeof registerTools>[1]} fail */
export function createV2(fail) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  registerTools(server, fail);
  return server;
}
