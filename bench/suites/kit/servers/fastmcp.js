import { loadFastMcp, SILENT } from '../../../lib/fastmcp.js';
import { description, NAME, run } from '../tool.js';
import { inputSchema } from '../zod-schema.js';

export async function createFastMcp() {
  const { FastMCP } = await loadFastMcp();
  const server = new FastMCP({ name: 'bench', version: '1.0.0', logger: SILENT });
  server.addTool({
    name: NAME,
    description,
    parameters: inputSchema,
    /** @param {import('../tool.js').Given} given */
    execute: async (given) => run(given),
  });
  return server;
}
