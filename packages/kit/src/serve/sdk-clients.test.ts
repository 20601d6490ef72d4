import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Kit } from '../kit.js';
import { programOf } from '@errata/testing';
import { serveHttp } from './serve.js';

let program: string;
beforeAll(async () => {
  program = await programOf(new URL('../testing/program.ts', import.meta.url));
});

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type Wire = 'stdio' | 'http';

const command = () => ({
  command: process.execPath,
  args: [program, 'stdio'],
});

async function url(): Promise<URL> {
  // A copy of its own, so that what one client changes is not there for the next.
  const copy = `${program}?${open.length}${Date.now()}`;
  const { kit } = (await import(copy)) as { kit: Kit };
  const listening = await serveHttp(kit);
  open.push({ close: () => listening.close({ grace: 200 }) });
  return new URL(listening.url);
}

async function connectV1(wire: Wire): Promise<ClientV1> {
  const client = new ClientV1({ name: 'v1', version: '1' });
  const transport = wire === 'stdio' ? new StdioV1(command()) : new HttpV1(await url());
  await client.connect(transport as never);
  open.push(client);
  return client;
}

async function connectV2(wire: Wire, mode: 'legacy' | 'auto'): Promise<ClientV2> {
  const client = new ClientV2({ name: 'v2', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(wire === 'stdio' ? new StdioV2(command()) : new HttpV2(await url()));
  open.push(client);
  return client;
}

describe.each<Wire>(['stdio', 'http'])('SDK v1 over %s', (wire) => {
  it('lists, calls, reads, gets and completes', async () => {
    const client = await connectV1(wire);
    expect(client.getServerVersion()).toMatchObject({ name: 'program' });
    expect((await client.listTools()).tools[0]).toMatchObject({ name: 'add' });
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      structuredContent: { sum: 3 },
    });
    expect(await client.readResource({ uri: 'note://a' })).toMatchObject({
      contents: [{ text: 'note a' }],
    });
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect(await client.getPrompt({ name: 'greeting', arguments: { who: 'you' } })).toMatchObject({
      messages: [{ content: { text: 'Hello, you!' } }],
    });
    const ref = { type: 'ref/resource', uri: 'note://{name}' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 's' } });
    expect(completion.values).toEqual(['second']);
    await expect(client.callTool({ name: 'nope' })).rejects.toMatchObject({
      code: -32002,
      data: { tool: 'nope' },
    });
    expect(await client.setLoggingLevel('error')).toEqual({});
    expect(await client.ping()).toEqual({});
  });

  it('hears of progress, and cancels', async () => {
    const client = await connectV1(wire);
    const steps: number[] = [];
    await client.callTool({ name: 'steps' }, undefined, {
      onprogress: ({ progress }) => {
        steps.push(progress);
        if (progress === 2) void client.callTool({ name: 'go-on' });
      },
    });
    expect(steps).toEqual([1, 2]);
    const controller = new AbortController();
    const slow = client.callTool({ name: 'slow' }, undefined, {
      signal: controller.signal,
      onprogress: () => controller.abort('enough'),
    });
    await expect(slow).rejects.toThrow('enough');
    await expect
      .poll(async () => (await client.callTool({ name: 'stopped' })).content)
      .toEqual([{ type: 'text', text: '1' }]);
  });

  it('hears of changes', async () => {
    const client = await connectV1(wire);
    const methods: string[] = [];
    client.setNotificationHandler(
      ResourceUpdatedNotificationSchema,
      ({ params }) => void methods.push(params.uri),
    );
    client.setNotificationHandler(
      ToolListChangedNotificationSchema,
      () => void methods.push('tools'),
    );
    await client.subscribeResource({ uri: 'clock://now' });
    // Over HTTP the stream for what nobody asked for opens beside the first requests.
    await expect
      .poll(async () => (await client.callTool({ name: 'tick' }), methods.includes('clock://now')))
      .toBe(true);
    await client.unsubscribeResource({ uri: 'clock://now' });
    await client.callTool({ name: 'grow' });
    await expect.poll(() => methods.at(-1)).toBe('tools');
  });
});

describe.each<[Wire, 'legacy' | 'auto']>([
  ['stdio', 'legacy'],
  ['stdio', 'auto'],
  ['http', 'legacy'],
  ['http', 'auto'],
])('SDK v2 over %s, %s', (wire, mode) => {
  it('lists, calls, reads, gets and completes', async () => {
    const client = await connectV2(wire, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === 'auto' ? '2026-07-28' : '2025-11-25',
    );
    expect((await client.listTools()).tools[0]).toMatchObject({ name: 'add' });
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      structuredContent: { sum: 3 },
    });
    expect(await client.readResource({ uri: 'note://a' })).toMatchObject({
      contents: [{ text: 'note a' }],
    });
    expect(await client.getPrompt({ name: 'greeting', arguments: { who: 'you' } })).toMatchObject({
      messages: [{ content: { text: 'Hello, you!' } }],
    });
    const ref = { type: 'ref/resource', uri: 'note://{name}' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 's' } });
    expect(completion.values).toEqual(['second']);
    await expect(client.callTool({ name: 'nope' })).rejects.toMatchObject({
      code: mode === 'auto' ? -32602 : -32002,
    });
  });

  it('hears of progress, and cancels', async () => {
    const client = await connectV2(wire, mode);
    const steps: number[] = [];
    await client.callTool(
      { name: 'steps' },
      {
        onprogress: ({ progress }) => {
          steps.push(progress);
          if (progress === 2) void client.callTool({ name: 'go-on' });
        },
      },
    );
    expect(steps).toEqual([1, 2]);
    const controller = new AbortController();
    const slow = client.callTool(
      { name: 'slow' },
      { signal: controller.signal, onprogress: () => controller.abort('enough') },
    );
    await expect(slow).rejects.toThrow();
    await expect
      .poll(async () => (await client.callTool({ name: 'stopped' })).content)
      .toEqual([{ type: 'text', text: '1' }]);
  });
});

describe.each<Wire>(['stdio', 'http'])('SDK v2 on 2026-07-28 over %s', (wire) => {
  it('listens', async () => {
    const client = await connectV2(wire, 'auto');
    const updates: string[] = [];
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void updates.push(params.uri),
    );
    client.setNotificationHandler(
      'notifications/tools/list_changed',
      () => void updates.push('tools'),
    );
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ['clock://now'],
    });
    await client.callTool({ name: 'tick' });
    await client.callTool({ name: 'grow' });
    await expect.poll(() => updates).toEqual(['clock://now', 'tools']);
    await subscription.close();
    await client.callTool({ name: 'tick' });
    expect(updates).toHaveLength(2);
  });
});
