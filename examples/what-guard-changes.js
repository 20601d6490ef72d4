// What the model reads for each kind of failure, before and after `guard`. docs/guard.md shows the output.
import assert from 'node:assert/strict';
import { guard, toolError } from '@errata/mcp';
import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as TransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { InMemoryTransport, McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { z } from 'zod';

class TicketError extends Error {}

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

/** @type {Record<string, () => unknown>} What the tool does: it throws, or it returns a failed result. */
const CASES = {
  "new Error('Ticket 5 is already closed')": () => new Error('Ticket 5 is already closed'),
  "new TicketError('Ticket 5 is already closed')": () =>
    new TicketError('Ticket 5 is already closed'),
  "toolError('Ticket 5 is already closed')": () => toolError('Ticket 5 is already closed'),
  "new ProtocolError(-31010, 'Ticket is closed')": () =>
    new ProtocolError(-31010, 'Ticket is closed', { ticket: 5 }),
  'a refused connection': () => refused,
  "new TicketError('The tickets are not available', { cause: a refused connection })": () =>
    new TicketError('The tickets are not available', { cause: refused }),
  'a bug with a secret': () => new Error('login failed for postgres://admin:hunter2@db'),
};

/** @param {(server: McpServer) => void} prepare */
async function open(prepare, isV1 = false) {
  const named = { name: 'tickets', version: '1.0.0' };
  // Both SDKs have the methods that are used here.
  const server = isV1
    ? /** @type {McpServer} */ (/** @type {unknown} */ (new McpServerV1(named)))
    : new McpServer(named);
  const inputSchema = z.object({ ticket: z.number().int().min(1) });
  let failure = () => /** @type {unknown} */ (undefined);
  server.registerTool('close', { inputSchema }, async () => {
    throw failure();
  });
  server.registerTool('forget', {}, async () => /** @type {any} */ (undefined));
  server.registerTool('report', {}, async () => ({
    content: [{ type: 'text', text: 'Ticket 5 is already closed' }],
    isError: true,
  }));
  prepare(server);
  const [near, far] = (isV1 ? TransportV1 : InMemoryTransport).createLinkedPair();
  const reader = { name: 'reader', version: '1.0.0' };
  const client = isV1
    ? /** @type {Client} */ (/** @type {unknown} */ (new ClientV1(reader)))
    : new Client(reader);
  await Promise.all([server.connect(far), client.connect(near)]);

  /** @param {{ name: string, arguments?: Record<string, unknown> }} call */
  return async (call, thrown = () => /** @type {unknown} */ (undefined)) => {
    failure = thrown;
    try {
      const { content } = await client.callTool(call);
      const [block] = content;
      return block?.type === 'text' ? block.text : '';
    } catch (error) {
      return `(no text: JSON-RPC error) ${/** @type {Error} */ (error).message}`;
    }
  };
}

/** @param {McpServer} server */
const withGuard = (server) => {
  guard(server, {
    expose: (error) => (error instanceof TicketError ? error.message : undefined),
  });
};
const bare = await open(() => {});
let pair = [bare, await open(withGuard)];

/** @param {string} title @param {Parameters<typeof bare>} call */
const compare = async (title, ...call) => {
  const [before, after] = await Promise.all(pair.map((ask) => ask(...call)));
  console.log(`${title}\n  before: ${before}`);
  console.log(`  after:  ${after?.replaceAll('\n', '\n          ')}\n`);
  assert.doesNotMatch(after ?? '', /hunter2|10\.0\.0\.7/);
};
for (const [title, thrown] of Object.entries(CASES)) {
  await compare(title, { name: 'close', arguments: { ticket: 5 } }, thrown);
}
await compare('wrong arguments', { name: 'close', arguments: { ticket: 0 } });
await compare('a missing argument', { name: 'close', arguments: {} });
await compare('a tool that returns nothing', { name: 'forget' });
await compare('a result with isError', { name: 'report' });
await compare('an unknown tool', { name: 'clsoe', arguments: {} });

pair = [await open(() => {}, true), await open(withGuard, true)];
await compare('an unknown tool, SDK v1', { name: 'clsoe', arguments: {} });
