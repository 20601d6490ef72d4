import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Handler } from '@errata/core';
import type { Channel } from '../channel.js';
import { serveMethods } from './serve-methods.js';
import type { HttpEdgeOptions } from './settings.js';
import { ADAPTERS, LISTENING, type Mounted } from './testing/adapters.js';
import { contract, methods } from './testing/demo.js';
import { createDemoEdge } from './testing/rows.js';

const discover: Handler = () => ({
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
});

const initialize: Handler = (params, call) => ({
  ...(methods['initialize']!(params, call) as object),
  capabilities: { tools: {} },
});

const tools: Handler = (params, call) => {
  const result = methods['tools/call']!(params, call);
  return Object.hasOwn(result as object, 'content')
    ? { ...(result as object), resultType: 'complete' }
    : result;
};

const table = { ...methods, initialize, 'tools/call': tools, 'server/discover': discover };

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function serve(adapter: string, options: Partial<HttpEdgeOptions> = {}): Promise<Mounted> {
  const edge = createDemoEdge({ open: serveMethods({ contract, methods: table }), ...options });
  const mounted = await ADAPTERS[adapter]!(edge);
  open.push(mounted);
  return mounted;
}

async function connectV2({ url }: Mounted, mode: 'legacy' | 'auto'): Promise<ClientV2> {
  const client = new ClientV2({ name: 'v2', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(url!)));
  open.push(client);
  return client;
}

describe.each(LISTENING)('the clients of others, over %s', (adapter) => {
  it('SDK v1 gets results, progress and failures with number and data', async () => {
    const { url } = await serve(adapter);
    const client = new ClientV1({ name: 'v1', version: '1' });
    const transport = new TransportV1(new URL(url!));
    await client.connect(transport as never);
    open.push(client);
    expect(transport.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await client.callTool({ name: 'any', arguments: { a: 1 } })).toMatchObject({
      content: [{ text: '{"a":1}' }],
    });
    expect(await client.callTool({ name: 'progress' })).toMatchObject({ content: [] });
    await expect(client.callTool({ name: 'unreachable' })).rejects.toMatchObject({
      code: -32010,
      data: { device_id: 'dev-1' },
    });
    await transport.terminateSession();
    await expect(client.callTool({ name: 'any' })).rejects.toThrow();
  });

  it('SDK v1 gets notifications of the server', async () => {
    const channels: Channel[] = [];
    const inner = serveMethods({ contract, methods: table });
    const { url } = await serve(adapter, {
      open: (info) => {
        channels.push(info.channel);
        return inner(info);
      },
      keepAlive: 5,
    });
    const client = new ClientV1({ name: 'v1', version: '1' });
    const notification = new Promise<unknown>((resolve) => {
      client.fallbackNotificationHandler = async (notification) => resolve(notification.method);
    });
    await client.connect(new TransportV1(new URL(url!)) as never);
    open.push(client);
    // It opens its stream when it likes; what is said before that is lost.
    const speak = setInterval(
      () => channels[0]!.send('{"jsonrpc":"2.0","method":"notifications/hello"}'),
      5,
    );
    try {
      expect(await notification).toBe('notifications/hello');
    } finally {
      clearInterval(speak);
    }
  });

  it('SDK v2 speaks 2026-07-28 by default', async () => {
    const client = await connectV2(await serve(adapter), 'auto');
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(await client.callTool({ name: 'any', arguments: { a: 1 } })).toMatchObject({
      content: [{ text: '{"a":1}' }],
    });
    expect(await client.callTool({ name: 'progress' })).toMatchObject({ content: [] });
    await expect(client.callTool({ name: 'unreachable' })).rejects.toMatchObject({
      code: -31010,
      data: { device_id: 'dev-1' },
    });
    await expect(client.callTool({ name: 'capability' })).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });

  it('SDK v2 falls back to the handshake if 2026-07-28 is not served', async () => {
    const eras = ['2025-11-25', '2025-03-26'] as const;
    const client = await connectV2(await serve(adapter, { eras }), 'auto');
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    await expect(client.callTool({ name: 'unreachable' })).rejects.toMatchObject({ code: -32010 });
  });
});
