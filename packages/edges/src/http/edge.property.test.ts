import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpResponse } from './http-messages.js';
import { META, modern, V } from './testing/modern.js';
import { call, createDemoEdge, INITIALIZE } from './testing/rows.js';

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('', V, '2025-11-25', '2025-03-26', 'tools/call', '=?base64?eA==?='),
);
const header = fc.constantFrom(
  ...[
    'host',
    'origin',
    'accept',
    'content-type',
    'content-length',
    'mcp-protocol-version',
    'mcp-method',
  ],
  ...['mcp-name', 'mcp-session-id', 'mcp-param-a', 'traceparent', 'authorization'],
);
const messages = [
  INITIALIZE,
  call('ping'),
  call('tools/call', { name: 'unreachable', _meta: META }),
  [call('ping')],
];
const body = fc.oneof(
  fc.constantFrom<string | undefined>(
    undefined,
    '',
    '[]',
    'null',
    ...messages.map((message) => JSON.stringify(message)),
  ),
  fc.json(),
  fc.string(),
  fc.uint8Array(),
);
const request = fc.record({
  method: fc.constantFrom('POST', 'GET', 'DELETE', 'PUT', 'OPTIONS', ''),
  headers: fc.dictionary(header, text),
  usual: fc.boolean(),
  body,
});

const USUAL = { host: 'localhost', ...modern('tools/call', { name: 'unreachable' }).headers };

/** What holds for every answer to anything. */
function expectSound({ status, headers, body: content, stream }: HttpResponse): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  for (const value of Object.values(headers)) expect(value).toMatch(/^[\t\x20-\x7e]*$/);
  if (stream !== undefined) return;
  if (content === undefined) return expect([202, 204]).toContain(status);
  expect(headers['Content-Length']).toBe(String(Buffer.byteLength(content)));
  if (headers['Content-Type'] === 'application/json') JSON.parse(content);
  else expect(headers['Content-Type']).toBe('text/event-stream');
}

describe.each([
  ['every revision', {}],
  ['no sessions', { sessions: false }],
  ['2026-07-28 alone', { eras: ['2026-07-28'] }],
  ['plain JSON-RPC', { eras: ['jsonrpc'] }],
] as const)('an edge for %s', (_, options) => {
  it('answers anything, soundly, and never with a failure of its own', async () => {
    const edge = createDemoEdge({ ...options, allowedHosts: '*' });
    await fc.assert(
      fc.asyncProperty(request, async ({ method, headers, usual, body: sent }) => {
        const all: Record<string, string> = { ...(usual && USUAL), ...headers };
        const answer = await edge.handle({
          method,
          header: (name) => (Object.hasOwn(all, name) ? all[name] : undefined),
          onClosed: () => undefined,
          body: sent,
        });
        expectSound(answer);
      }),
      { numRuns: 1500 },
    );
  });
});
