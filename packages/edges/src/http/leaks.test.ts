import { describe, expect, it } from 'vitest';
import type { FaultRecord } from '@errata/core';
import type { Connection } from '@errata/core/internal';
import { serveMethods } from './serve-methods.js';
import type { HttpEdgeOptions } from './settings.js';
import { ADAPTERS } from './testing/adapters.js';
import { contract, methods, SECRET } from './testing/demo.js';
import { CAPABILITIES, META, modern, V, VERSION } from './testing/modern.js';
import { call, createDemoEdge, INITIALIZE, post } from './testing/rows.js';

const MASKED = /"code":-32603,"message":"Internal error","data":\{"ref":"corr-[0-9a-f]{16}"\}/;

/** An edge, and what its operator sees. */
async function serve(options: Partial<HttpEdgeOptions> = {}) {
  const records: FaultRecord[] = [];
  const edge = createDemoEdge({ onFault: (record) => records.push(record), ...options });
  return { ...(await ADAPTERS['neutral']!(edge)), records };
}

const explode = (): never => {
  throw new Error(`no answer from https://user:${SECRET}@internal.example`);
};

describe('a secret in a request', () => {
  it.each([
    ['a header that is refused', post(INITIALIZE, { origin: `https://${SECRET}.example` })],
    ['a host', post(INITIALIZE, { host: SECRET })],
    ['a content type', post(INITIALIZE, { 'content-type': `text/${SECRET}` })],
    ['a session id', post(call('ping'), { 'mcp-session-id': SECRET })],
    ['a name header', modern('tools/call', { name: 'x' }, { 'mcp-name': SECRET })],
    ['a method header', modern('echo', {}, { 'mcp-method': SECRET })],
    ['a version', modern('echo', {}, { 'mcp-protocol-version': `${SECRET}\u00e9` })],
    ['a broken envelope', modern('echo', {}, {}, { [VERSION]: V, [CAPABILITIES]: SECRET })],
    ['broken JSON', post(`{"password":"${SECRET}",`)],
    ['a credential', post('{}', { authorization: `Bearer ${SECRET}`, cookie: SECRET })],
  ])('does not come back from %s', async (_, sent) => {
    const { send } = await serve();
    const { status, headers, body } = await send(sent);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(headers) + body).not.toContain(SECRET);
  });

  it('does not come back in the failure of a handler', async () => {
    const { send } = await serve();
    const { status, body } = await send(modern('tools/call', { name: 'leak' }));
    expect(status).toBe(200);
    expect(body).toMatch(MASKED);
    expect(body).not.toContain(SECRET);
  });
});

describe('a hook that fails', () => {
  const stateless = { sessions: false } as const;
  const broken = { close: () => undefined, inFlight: 0 } as unknown as Connection;

  it.each<[string, Partial<HttpEdgeOptions>]>([
    ['authorize', { authorize: explode }],
    ['authorize, later', { authorize: async () => explode() }],
    ['open', { open: explode }],
    ['a connection that throws', { open: () => ({ ...broken, handle: explode }) }],
    ['a connection that rejects', { open: () => ({ ...broken, handle: async () => explode() }) }],
    ['paramHeaders', { paramHeaders: explode }],
  ])('%s is masked as 500, and the operator sees it', async (_, options) => {
    const { send, records } = await serve({ ...stateless, ...options });
    const { status, body } = await send(modern('tools/call', { name: 'any' }));
    expect(body).toMatch(MASKED);
    expect(status).toBe(500);
    expect(body).not.toContain(SECRET);
    expect(records).toHaveLength(1);
    expect(body).toContain(records[0]!.ref);
    expect(JSON.stringify(records)).not.toContain(SECRET);
  });

  it.each<[string, Partial<HttpEdgeOptions>]>([
    ['randomUUID', { randomUUID: explode }],
    ['a session id that would split a header', { randomUUID: () => 'a\r\nX-Evil: 1' }],
    ['now', { now: explode }],
  ])('%s of the sessions is masked too', async (_, options) => {
    const { send } = await serve(options);
    const { status, body } = await send(post(INITIALIZE));
    expect(status).toBe(500);
    expect(body).toMatch(MASKED);
  });

  it('close of a connection loses no answer', async () => {
    const handle = (): string => '{"jsonrpc":"2.0","id":1,"result":{}}';
    const { send } = await serve({ open: () => ({ ...broken, handle, close: explode }) });
    expect((await send(modern('echo'))).status).toBe(200);
    const { headers } = await send(post(INITIALIZE));
    const session = { 'mcp-session-id': headers['mcp-session-id']! };
    expect((await send({ method: 'DELETE', headers: session })).status).toBe(204);
  });

  it('onFault loses no answer', async () => {
    const { send } = await serve({ onFault: explode });
    expect((await send(post('{'))).status).toBe(400);
  });

  it('answers under the id of the request if it is known', async () => {
    const { send } = await serve({ ...stateless, open: explode });
    const sent = post(call('echo', { _meta: META }, 'mine'), {
      'mcp-protocol-version': V,
      'mcp-method': 'echo',
    });
    expect((await send(sent)).body).toMatch(/^\{"jsonrpc":"2\.0","id":"mine","error":/);
  });
});

describe('options that cannot work', () => {
  const open = serveMethods({ contract, methods });

  it.each([
    ['jsonrpc beside MCP', ['jsonrpc', '2025-11-25'], /served alone/],
    ['a revision that does not exist', ['2031-01-01'], /cannot be served/],
    ['no revision', [], /no revision/],
  ])('are refused at once: %s', (_, eras, message) => {
    expect(() => createDemoEdge({ open, eras: eras as never })).toThrow(message);
  });
});
