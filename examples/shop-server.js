// A small shop. `npm start` checks it twice: as it is, and with `--guard`.
import { guard } from '@errata/mcp';
import { McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'shop', version: '1.0.0' });
const inputSchema = z.object({ article: z.string(), quantity: z.number().int().min(1) });

server.registerTool('order', { inputSchema }, async ({ article }) => {
  if (article === 'umbrella') {
    throw new ProtocolError(-31010, 'No umbrella left', { article, retry_after: 3600 });
  }
  throw new Error('connect ECONNREFUSED postgres://admin:hunter2@db.internal');
});

if (process.argv.includes('--guard')) guard(server);

await server.connect(new StdioServerTransport());
process.stdin.on('end', () => process.exit());
