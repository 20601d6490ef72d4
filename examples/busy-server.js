// A scale that is busy at first, and one whose answer gets lost. `recovering-client.js` talks to it.
import { defineCatalog, defineContract } from '@errata/core';
import { serveStdio } from '@errata/mcp';
import { McpServer } from '@modelcontextprotocol/server';

const scale = defineCatalog('scale', {
  BUSY: {
    code: -31001,
    title: 'Busy',
    category: 'device',
    condition: 'rate-limited',
    details: 'The scale is weighing something else',
    recovery: { strategy: 'retry_with_backoff', retryAfter: 0.05 },
  },
  NO_ANSWER: {
    code: -31002,
    title: 'No answer',
    category: 'device',
    condition: 'timeout',
    details: 'The scale did not answer; it may have been reset',
    recovery: 'retry_with_backoff',
    effect: 'unknown',
  },
});

let busy = 2;
const create = () => {
  const server = new McpServer({ name: 'scale', version: '1.0.0' });
  const annotations = { readOnlyHint: true };
  server.registerTool('read-scale', { annotations }, async () => {
    if (busy-- > 0) throw scale.BUSY();
    return { content: [{ type: 'text', text: '42 kg' }] };
  });
  server.registerTool('reset-scale', {}, async () => {
    throw scale.NO_ANSWER();
  });
  return server;
};

await serveStdio(create, { contract: defineContract({ catalog: scale }) });
