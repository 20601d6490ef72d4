// `node --expose-gc bench/session-flood.js [kit|v1|v2|methods] [count] [addresses]`: floods an edge with `initialize`.
// Prints how many sessions are left, what they hold, and whether the session of another client still works.
import process from 'node:process';
import { mcpContract } from '@errata/catalogs/mcp';
import { createHttpEdge, serveMethods } from '@errata/edges/http';
import * as kit from '@errata/kit';
import * as mcp from '@errata/mcp';
import { z } from 'zod';

const [kind = 'v2', count = '10050', addresses = '1'] = process.argv.slice(2);
const run = () => ({ content: [{ type: /** @type {const} */ ('text'), text: 'done' }] });
const TOOLS = Array.from({ length: 10 }, (_, index) => `tool-${index}`);

/** @type {Record<string, () => Promise<import('@errata/edges/http').HttpEdge>>} */
const EDGES = {
  async methods() {
    const initialize = () => ({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} });
    const methods = { initialize, ping: () => ({}), 'tools/list': () => ({ tools: [] }) };
    return createHttpEdge({
      contract: mcpContract,
      open: serveMethods({ contract: mcpContract, methods }),
    });
  },
  kit: () => kit.createHttpEdge(kit.createKit({ name: 'flood', version: '1' })),
  async v1() {
    const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
    return mcp.createHttpEdge(() => {
      const server = new McpServer({ name: 'flood', version: '1' });
      for (const name of TOOLS) server.tool(name, { text: z.string() }, run);
      return server;
    });
  },
  async v2() {
    const { McpServer } = await import('@modelcontextprotocol/server');
    return mcp.createHttpEdge(() => {
      const server = new McpServer({ name: 'flood', version: '1' });
      const inputSchema = z.object({ text: z.string() });
      for (const name of TOOLS) server.registerTool(name, { inputSchema }, run);
      return server;
    });
  },
};

const edge = await EDGES[kind]?.();
if (edge === undefined) throw new TypeError(`one of ${Object.keys(EDGES).join(', ')}`);

/** @param {string} address @param {object} message @param {string} [session] */
const post = (address, message, session) => {
  /** @type {Record<string, string | undefined>} */
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': session,
  };
  return edge.handle({
    method: 'POST',
    address,
    header: (name) => headers[name],
    onClosed: () => undefined,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
};

const INITIALIZE = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
};
const opened = await post('192.0.2.1', INITIALIZE);
const mine = opened.headers['Mcp-Session-Id'];
await post('192.0.2.66', INITIALIZE);

const used = () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
};
const before = used();
const statuses = new Map();
for (let i = 0; i < Number(count); i++) {
  const { status } = await post(`198.51.100.${i % Number(addresses)}`, INITIALIZE);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}
const after = used();
const mib = (/** @type {number} */ bytes) => Math.round(bytes / 2 ** 20);
const { status } = await post('192.0.2.1', { method: 'tools/list' }, mine);
process.stdout.write(
  `${JSON.stringify({
    kind,
    answers: Object.fromEntries(statuses),
    sessions: edge.sessions,
    heap_mib: mib(after.heapUsed - before.heapUsed),
    rss_mib: mib(after.rss),
    bytes_per_session: Math.round((after.heapUsed - before.heapUsed) / edge.sessions),
    session_of_somebody_else: status,
  })}\n`,
);
process.exit(0);
