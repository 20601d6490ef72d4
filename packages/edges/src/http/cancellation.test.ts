import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { Handler } from '@errata/core';
import { serveMethods } from './serve-methods.js';
import { ADAPTERS, LISTENING, type Mounted } from './testing/adapters.js';
import { contract, methods } from './testing/demo.js';
import { begin } from './testing/http-client.js';
import { modern } from './testing/modern.js';
import { RawSocket } from './testing/raw-socket.js';
import { call, createDemoEdge, openSession, post } from './testing/rows.js';
import type { Sent } from './testing/http-client.js';

const open: Mounted[] = [];
afterEach(async () => {
  for (const mounted of open.splice(0)) await mounted.close();
});

/** A tool that sends a message if its arguments ask for one, then works until the test lets it go or its signal says stop. */
async function serve(adapter: string) {
  let started: () => void;
  let gone: () => void;
  let release: () => void;
  const state = {
    started: new Promise<void>((resolve) => (started = resolve)),
    /** The edge has learned that the client of the slow request is not there any more. */
    gone: new Promise<void>((resolve) => (gone = resolve)),
    ended: undefined as unknown as Promise<string>,
    release: () => release(),
  };
  const slow: Handler = (params, { signal, exchange }) => {
    if ((params as { speak?: boolean }).speak) exchange!.notify!('notifications/progress', {});
    const work = new Promise<string>((resolve) => {
      release = () => resolve('finished');
      signal.addEventListener('abort', () => resolve('cancelled'));
    });
    state.ended = work;
    started();
    return work;
  };
  const mounted = await ADAPTERS[adapter]!(
    createDemoEdge({
      authorize: (request) => {
        request.onClosed(() => gone());
        return { id: 'ada' };
      },
      open: serveMethods({ contract, methods: { ...methods, slow } }),
    }),
  );
  open.push(mounted);
  return { mounted, state };
}

/** Send a request, wait until it is worked on, and go away. */
async function vanish(mounted: Mounted, state: { started: Promise<void> }, sent: Sent) {
  const raw = await RawSocket.open(mounted.url!);
  const headers = {
    host: 'localhost',
    'content-length': String(sent.body!.length),
    ...sent.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  raw.write(['POST /mcp HTTP/1.1', ...lines, '', sent.body as string].join('\r\n'));
  await state.started;
  if (sent.body!.includes('speak' as never)) await raw.until(/event: message/);
  raw.socket.destroy();
  await once(raw.socket, 'close');
}

describe.each(LISTENING)('a client that goes away, over %s', (adapter) => {
  it.each([
    ['before anything was said', {}],
    ['in the middle of a stream', { speak: true }],
  ])('cancels its request on 2026-07-28: %s', async (_, params) => {
    const { mounted, state } = await serve(adapter);
    await vanish(mounted, state, modern('slow', params));
    expect(await state.ended).toBe('cancelled');
  });

  it.each([
    ['before anything was said', {}],
    ['in the middle of a stream', { speak: true }],
  ])('cancels nothing on 2025-11-25: %s', async (_, params) => {
    const { mounted, state } = await serve(adapter);
    const headers = { 'mcp-session-id': await openSession(mounted) };
    await vanish(mounted, state, post(call('slow', params), headers));
    await state.gone;
    state.release();
    expect(await state.ended).toBe('finished');
  });
});

describe.each(LISTENING)('a reader that does not read, over %s', (adapter) => {
  it('is disconnected; other clients are not', async () => {
    const filler = 'x'.repeat(64 * 1024);
    let cut: () => void;
    const wasCut = new Promise<void>((resolve) => (cut = resolve));
    const flood: Handler = (_params, { signal, exchange }) =>
      new Promise((resolve) => {
        const pour = (): void => {
          if (signal.aborted) return resolve({});
          exchange!.notify!('notifications/flood', { filler });
          setImmediate(pour);
        };
        signal.addEventListener('abort', () => cut());
        pour();
      });
    const mounted = await ADAPTERS[adapter]!(
      createDemoEdge({
        maxBuffered: 256 * 1024,
        open: serveMethods({ contract, methods: { ...methods, flood } }),
      }),
    );
    open.push(mounted);
    const response = await begin(mounted.url!, modern('flood'));
    response.on('error', () => undefined);
    response.pause();
    const others = Array.from({ length: 20 }, (_, id) =>
      mounted.send(modern('tools/call', { name: `n${id}` })),
    );
    expect((await Promise.all(others)).every(({ status }) => status === 200)).toBe(true);
    // On 2026-07-28 the handler learns of it, because a stream that was cut is a request that was cancelled.
    await wasCut;
    response.destroy();
  });
});
