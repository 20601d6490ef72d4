import { createMcpHandler } from '@modelcontextprotocol/server';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '@errata/testing/raw-server';
import { answerFetch } from '../client/testing/serve-http.js';
import { ENVELOPE } from '../testing/lines.js';
import { createV1, createV2, type Behaviours } from '../testing/sdk-servers.js';
import { guard } from './index.js';

const cycle: Record<string, unknown> = { content: [] };
cycle['cycle'] = cycle;

/** A guarded server behind the HTTP transport of its own SDK. */
const SDKS = {
  v1: async (behaviours: Behaviours) => {
    const transport = new StreamableHTTPServerTransport({});
    await guard(createV1(behaviours)).connect(transport as Transport);
    return listen((request, response) => void transport.handleRequest(request, response));
  },
  v2: async (behaviours: Behaviours) => {
    const handler = createMcpHandler(() => guard(createV2(behaviours)));
    return listen((request, response) => void answerFetch(handler, request, response));
  },
};

it.each([
  ['v1', 'a BigInt', { content: [], n: 1n }],
  ['v1', 'a cycle', cycle],
  ['v1', 'nothing', undefined],
  ['v2', 'a BigInt', { content: [], n: 1n }],
  ['v2', 'a cycle', cycle],
  ['v2', 'nothing', undefined],
] as const)('over HTTP of SDK %s a tool that returns %s is answered', async (sdk, _, result) => {
  const { url, close } = await SDKS[sdk]({ tool: () => result });
  onTestFinished(close);
  const modern = sdk === 'v2';
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': modern ? '2026-07-28' : '2025-11-25',
      ...(modern && { 'mcp-method': 'tools/call', 'mcp-name': 'ping' }),
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 'one', method: 'tools/call' },
      params: { name: 'ping', ...(modern && { _meta: ENVELOPE }) },
    }),
  });
  const text = await response.text();
  expect(text.match(/"id":"one"/g)).toHaveLength(1);
  expect(text).toMatch(/"isError":true|"code":-32603/);
});
