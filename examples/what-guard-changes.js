// What the model reads for each kind of failure, before and after `guard`. docs/guard.md shows the output.
import assert from 'node:assert/strict';
import { toolError } from '@errata/core';
import { guard } from '@errata/mcp';
import { Client } from '@modelcontextprotocol/client';
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
  'a bug with a secret': () => new Error('login failed for postgres://admin:hunter2@db'),
};

/** @param {(server: McpServer) => void} prepare */
async function open(prepare) {
  const server = new McpServer({ name: 'tickets', version: '1.0.0' });
  const inputSchema = z.object({ ticket: z.number().int().min(1) });
  let failure = () => /** @type {unknown} */ (undefined);
  server.registerTool('close', { inputSchema }, async () => {
    throw failure();
  });
  server.registerTool('report', {}, async () => ({
    content: [{ type: 'text', text: 'Ticket 5 is already closed' }],
    isError: true,
  }));
  prepare(server);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'reader', version: '1.0.0' });
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

const bare = await open(() => {});
const guarded = await open((server) => {
  guard(server, {
    expose: (error) => (error instanceof TicketError ? error.message : undefined),
  });
});

/** @param {string} title @param {Parameters<typeof bare>} call */
const compare = async (title, ...call) => {
  console.log(`${title}\n  before: ${await bare(...call)}`);
  const after = await guarded(...call);
  console.log(`  after:  ${after.replaceAll('\n', '\n          ')}\n`);
  assert.doesNotMatch(after, /hunter2|10\.0\.0\.7/);
};
for (const [title, thrown] of Object.entries(CASES)) {
  await compare(title, { name: 'close', arguments: { ticket: 5 } }, thrown);
}
await compare('wrong arguments', { name: 'close', arguments: { ticket: 0 } });
await compare('an unknown tool', { name: 'clsoe', arguments: {} });
await compare('a result with isError', { name: 'report' });
