import { loadFastMcp, SILENT } from '../../../lib/fastmcp.js';
import { addTools, failedResult } from '../sdk-tools.js';

/** A server with the measured tools. */
export async function createFastMcp() {
  const { FastMCP } = await loadFastMcp();
  const server = new FastMCP({ name: 'bench', version: '1.0.0', logger: SILENT });
  addTools(server, failedResult);
  return server;
}
