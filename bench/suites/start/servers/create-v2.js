import { McpServer } from '@modelcontextprotocol/server';
import { description, inputSchema, NAME, run } from './tool.js';

export function createV2() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool(NAME, { description, inputSchema }, run);
  return server;
}
