import { afterEach, describe, expect, it } from 'vitest';
import { mcp } from '@errata/catalogs/mcp';
import type { CallInfo, Connection, Exchange } from '@errata/core/internal';
import { serveMethods } from './serve-methods.js';
import type { HttpEdgeOptions } from './settings.js';
import { ADAPTERS, type Mounted } from './testing/adapters.js';
import { contract, demo, methods } from './testing/demo.js';
import { modern } from './testing/modern.js';
import { createDemoEdge, failure } from './testing/rows.js';

const open: Mounted[] = [];
afterEach(async () => {
  for (const mounted of open.splice(0)) await mounted.close();
});

async function serve(adapter: string, options: Partial<HttpEdgeOptions> = {}): Promise<Mounted> {
  const mounted = await ADAPTERS[adapter]!(createDemoEdge(options));
  open.push(mounted);
  return mounted;
}

/** An edge with one method of the test's own. */
const serving = (adapter: string, own: (call: CallInfo) => unknown) =>
  serve(adapter, {
    open: serveMethods({ contract, methods: { ...methods, own: (_params, call) => own(call) } }),
  });

const event = (text: string) => `event: message\ndata: ${text}\n\n`;
const progress = (n: number) =>
  event(
    `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":${n}}}`,
  );
const step = '{"jsonrpc":"2.0","method":"step"}';

describe.each(Object.keys(ADAPTERS).filter((name) => name !== 'neutral'))(
  'a handler that speaks before its reply, over %s',
  (adapter) => {
    it('makes the answer a stream whose last event is the reply', async () => {
      const { send } = await serve(adapter);
      const { status, headers, body } = await send(modern('tools/call', { name: 'progress' }));
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/event-stream');
      expect(body).toBe(
        `${progress(1)}${progress(2)}${event('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}')}`,
      );
    });

    it('sends only the reply to a client that accepts JSON alone', async () => {
      const { send } = await serve(adapter);
      const sent = modern('tools/call', { name: 'progress' }, { accept: 'application/json' });
      const { headers, body } = await send(sent);
      expect(headers['content-type']).toBe('application/json');
      expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');
    });

    it('may send its first event late', async () => {
      const { send } = await serving(adapter, async ({ exchange }) => {
        await new Promise(setImmediate);
        exchange!.notify!('step');
        await new Promise(setImmediate);
        exchange!.notify!('step');
        return { done: true };
      });
      const { body } = await send(modern('own'));
      expect(body).toBe(
        `${event(step)}${event(step)}${event('{"jsonrpc":"2.0","id":1,"result":{"done":true}}')}`,
      );
    });

    it('may fail after the status was sent: the failure is the last event', async () => {
      const { send } = await serving(adapter, async ({ exchange }) => {
        exchange!.notify!('step');
        throw demo.UNAUTHORIZED();
      });
      expect(await send(modern('own'))).toMatchObject({
        status: 200,
        body: event(step) + event(failure(-31011, 'Unauthorized')),
      });
    });
  },
);

describe('what else a handler may do with a stream', () => {
  it('reports a missing capability with the specification’s error', async () => {
    const { send } = await serving('fetch', ({ exchange }) => {
      exchange!.notify!('step');
      throw mcp.MISSING_REQUIRED_CLIENT_CAPABILITY({ requiredCapabilities: { roots: {} } });
    });
    const refusal = failure(-32021, 'The client has to declare roots', {
      requiredCapabilities: { roots: {} },
    });
    expect((await send(modern('own'))).body).toBe(event(step) + event(refusal));
  });

  it('fails if it sends a notification without a JSON form', async () => {
    const { send } = await serving('fetch', ({ exchange }) => {
      exchange!.notify!('step', { big: 1n });
      return {};
    });
    const { status, body } = await send(modern('own'));
    expect(status).toBe(200);
    expect(body).toMatch(/"code":-32603.*"ref":"corr-/);
  });

  it('is ignored after its reply', async () => {
    let late: Exchange | undefined;
    const { send } = await serving('fetch', ({ exchange }) => {
      late = exchange;
      return {};
    });
    const { body, headers } = await send(modern('own'));
    late!.notify!('step');
    expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(headers['content-type']).toBe('application/json');
  });

  it('a failing connection is masked in the last event', async () => {
    const connection = {
      inFlight: 0,
      close: () => undefined,
      async handle(_incoming: unknown, exchange: Exchange) {
        exchange.notify!('step');
        throw new Error('secret');
      },
    } as unknown as Connection;
    const { send } = await serve('fetch', { open: () => connection });
    const { status, body } = await send(modern('own'));
    expect(status).toBe(200);
    expect(body).toMatch(
      /^event: message\ndata: \{"jsonrpc":"2\.0","method":"step"\}\n\nevent: message\ndata: \{"jsonrpc":"2\.0","id":1,"error":\{"code":-32603,.*"ref":"corr-.*\n\n$/,
    );
    expect(body).not.toContain('secret');
  });

  it('gets the headers, and the trace context if it is valid', async () => {
    const seen: unknown[] = [];
    const { send } = await serving('fetch', ({ exchange }) => {
      seen.push([exchange!.header!('X-Tenant'), exchange!.traceparent]);
      return {};
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await send(modern('own', {}, { 'x-tenant': 'a', traceparent }));
    await send(modern('own', {}, { traceparent: '00-evil' }));
    expect(seen).toEqual([
      ['a', traceparent],
      [undefined, undefined],
    ]);
  });
});
