import { createKit } from '@errata/kit';
import { description, inputSchema, NAME, run } from '../tool.js';

/**
 * A server with the measured tool.
 * @param {import('@errata/kit').StandardSchema<import('../tool.js').Given>} [input] Checks in place of the kit's own validator.
 */
export function createAdder(input) {
  const tool = { name: NAME, description, inputSchema, ...(input && { input }), run };
  return createKit({ name: 'bench', version: '1.0.0', tools: [tool] });
}
