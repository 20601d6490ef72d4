import { createFastMcp } from '../../../lib/fastmcp.js';
import { description, NAME, run } from '../tool.js';
import { inputSchema } from '../zod-schema.js';

export const server = await createFastMcp();
server.addTool({
  name: NAME,
  description,
  parameters: inputSchema,
  /** @param {import('../tool.js').Given} given */
  execute: async (given) => run(given),
});
