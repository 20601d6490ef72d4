import { McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { addTools } from './add-tools.js';

/** @param {import('./add-tools.js').Calls} calls */
export function createServerV2(calls) {
  const server = new McpServer({ name: 'v2', version: '1.0.0' });
  addTools(
    /** @type {import('./add-tools.js').Registry} */ (/** @type {unknown} */ (server)),
    calls,
    (code, message, data) => new ProtocolError(code, message, data),
  );
  return server;
}
