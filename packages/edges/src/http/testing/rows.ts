import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpEdge } from '../edge.js';
import { serveMethods } from '../serve-methods.js';
import type { HttpEdgeOptions } from '../settings.js';
import { ADAPTERS, type Mounted } from './adapters.js';
import { contract, methods } from './demo.js';
import type { Sent } from './http-client.js';

/** A literal request and its literal answer. `null` is a header that must not be there. */
export interface Row {
  readonly name: string;
  readonly send: Sent | ((sessionId: string) => Sent);
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  readonly body: string | RegExp;
}

export function row(
  name: string,
  send: Row['send'],
  status: number,
  body: Row['body'],
  headers?: Row['headers'],
): Row {
  return { name, send, status, body, ...(headers && { headers }) };
}

export const createDemoEdge = (options: Partial<HttpEdgeOptions> = {}) =>
  createHttpEdge({ contract, open: serveMethods({ contract, methods }), ...options });

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

/** A POST as every client sends it. */
export function post(message: unknown, headers: Record<string, string> = {}): Sent {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return { headers: { ...JSON_HEADERS, ...headers }, body };
}

export const call = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

export const INITIALIZE = call('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

/** The same rows in front of every adapter. */
export function describeRows(
  title: string,
  options: Partial<HttpEdgeOptions>,
  rows: readonly Row[],
): void {
  describe.each(Object.keys(ADAPTERS))(`${title}, over %s`, (adapter) => {
    let mounted: Mounted;
    beforeAll(async () => {
      mounted = await ADAPTERS[adapter]!(createDemoEdge(options));
    });
    afterAll(() => mounted.close());

    it.each(rows)('$name', async ({ send, status, headers = {}, body }) => {
      const sent = typeof send === 'function' ? send(await openSession(mounted)) : send;
      const got = await mounted.send(sent);
      if (body instanceof RegExp) expect(got.body).toMatch(body);
      else expect(got.body).toBe(body);
      expect(got.status).toBe(status);
      for (const [name, value] of Object.entries(headers)) {
        if (value === null) expect(got.headers[name]).toBeUndefined();
        else if (value instanceof RegExp) expect(got.headers[name]).toMatch(value);
        else expect(got.headers[name]).toBe(value);
      }
      expectWhole(got);
    });
  });
}

/** What holds for every answer, whatever it says. */
function expectWhole({ status, headers, body }: Awaited<ReturnType<Mounted['send']>>): void {
  if (status === 204 || status === 202) return expect(body).toBe('');
  expect(headers['content-type']).toMatch(/^(application\/json|text\/event-stream)$/);
  const length = headers['content-length'];
  if (length !== undefined) expect(Number(length)).toBe(Buffer.byteLength(body));
}

export async function openSession(mounted: Pick<Mounted, 'send'>, version = '2025-11-25') {
  const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: version } };
  const { headers, status } = await mounted.send(post(message));
  expect(status).toBe(200);
  return headers['mcp-session-id']!;
}

/** An error reply; under no id at all where it is null. */
export function failure(code: number, message: string, data?: object, id: unknown = 1): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    ...(id !== null && { id }),
    error: { code, message, ...(data && { data }) },
  });
}

/** The reply to what is wrong with a request as HTTP. */
export const problem = (name: string, id?: unknown): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    error: { code: -32600, message: 'Invalid Request', data: { problem: name } },
  });
