import { McpServer } from '@modelcontextprotocol/server';
import { description, NAME, run } from '../tool.js';
import { inputSchema } from '../zod-schema.js';

export function createV2() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool(NAME, { description, inputSchema }, run);
  return server;
}
