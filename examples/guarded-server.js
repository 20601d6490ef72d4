// An existing server with one more line. `guarded-server.check.js` talks to it.
import { McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { guard } from '@errata/mcp';
import { z } from 'zod';

const server = new McpServer({ name: 'shop', version: '1.0.0' });
const inputSchema = z.object({ article: z.string(), quantity: z.number().int().min(1) });

server.registerTool('order', { inputSchema }, async ({ article }) => {
  if (article === 'umbrella') throw new ProtocolError(-31010, 'No umbrella left', { article });
  throw new Error('connect ECONNREFUSED postgres://admin:hunter2@db.internal');
});

guard(server, { onFault: (record) => console.error(JSON.stringify(record)) }); // the line

await server.connect(new StdioServerTransport());
process.stdin.on('end', () => process.exit());
