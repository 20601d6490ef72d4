import { z } from 'zod';
import { MESSAGES, statusOf, unreachable } from '../core/work.js';

/**
 * @typedef {import('../core/work.js').Arguments} Arguments
 *
 * What `McpServer` of both SDKs has.
 * @typedef {{ registerTool(name: string, config: object, run: (given: Arguments) => unknown): unknown }} Registrar
 */

/** Made once: a server that is built for each request need not pay for it each time. */
const inputSchema = z.object({
  device_id: z.string().regex(/^dev-[a-z]+-[0-9]+$/, 'has to be like dev-lab-1'),
  interface: z.string().min(1),
  management_address: z.string(),
  attempt: z.number().int().min(1),
});

/**
 * Register the tools that are measured on a server of either SDK.
 * @param {object} server
 * @param {(fields: ReturnType<typeof unreachable>) => unknown} fail What `device_connect` does with its eight fields.
 */
export function registerTools(server, fail) {
  const registrar = /** @type {Registrar} */ (server);
  for (const [name, run] of toolsWith(fail)) {
    registrar.registerTool(name, { description: `Bench: ${name}`, inputSchema }, run);
  }
  return server;
}

/**
 * @param {(fields: ReturnType<typeof unreachable>) => unknown} fail
 * @returns {readonly (readonly [string, (given: Arguments) => Promise<any>])[]}
 */
function toolsWith(fail) {
  return [
    ['device_status', async (given) => statusOf(given)],
    ['device_configure', async (given) => statusOf(given)],
    ['device_connect', async (given) => fail(unreachable(given))],
    ['device_crash', async (given) => crash(given)],
  ];
}

/**
 * The same for fastmcp.
 * @param {{ addTool(tool: object): void }} server
 * @param {(fields: ReturnType<typeof unreachable>) => unknown} fail
 */
export function addTools(server, fail) {
  for (const [name, execute] of toolsWith(fail)) {
    server.addTool({ name, description: `Bench: ${name}`, parameters: inputSchema, execute });
  }
}

/**
 * What is left to do without an error layer: a result that is marked as failed, with the fields in it. It is also cheaper for
 * the SDKs than an exception, of which they keep the text alone.
 * @param {ReturnType<typeof unreachable>} fields
 */
export function failedResult(fields) {
  const text = `${MESSAGES.unreachable}: ${fields.device_id}`;
  return { content: [{ type: 'text', text }], structuredContent: fields, isError: true };
}

/** The kind of exception that nobody planned. @param {Arguments} given */
function crash(given) {
  throw new Error(`connect ECONNREFUSED ${given.management_address}:8729`);
}
