import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { addTools } from './add-tools.js';

/** @param {import('./add-tools.js').Calls} calls */
export function createServerV1(calls) {
  const server = new McpServer({ name: 'v1', version: '1.0.0' });
  addTools(
    /** @type {import('./add-tools.js').Registry} */ (/** @type {unknown} */ (server)),
    calls,
    (code, message, data) => new McpError(code, message, data),
  );
  server.registerTool('misfit', { outputSchema: { answer: z.number() } }, () => ({
    isError: true,
    content: [{ type: 'text', text: 'no answer' }],
    structuredContent: { question: 'why' },
  }));
  return server;
}
