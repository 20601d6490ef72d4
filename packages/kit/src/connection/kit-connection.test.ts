import { describe, expect, it } from 'vitest';
import { createSample } from '../testing/sample.js';
import { MODERN_META, openWire, settled, shakeHands, speakModern } from '@errata/testing/wire';
import type { Tool } from '../tool.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** A tool that waits until its signal says stop. */
const waiting = (): Tool & { readonly stopped: unknown[] } => {
  const stopped: unknown[] = [];
  return {
    name: 'wait',
    deadline: 0,
    run: (_args, { signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          stopped.push(signal.reason);
          reject(signal.reason as Error);
        }),
      ),
    stopped,
  };
};

describe('one connection', () => {
  it('speaks both generations in turns', async () => {
    const wire = openWire(createSample());
    const modern = { _meta: MODERN_META };
    expect((await wire.ask('tools/list', modern)).result).toMatchObject({ resultType: 'complete' });
    expect((await wire.ask('tools/list')).error).toMatchObject({ code: -32005 });
    await wire.ask('initialize', { protocolVersion: '2025-06-18' });
    expect(Object.keys((await wire.ask('tools/list')).result!)).toEqual(['tools']);
    expect((await wire.ask('tools/list', modern)).result).toMatchObject({ resultType: 'complete' });
  });

  it('serves a revision with a handshake, even if an envelope names it', async () => {
    const wire = openWire(createSample());
    const _meta = { ...MODERN_META, [VERSION]: '2025-06-18' };
    expect((await wire.ask('tools/list', { _meta })).error).toMatchObject({ code: -32005 });
  });

  it('refuses a version that it does not speak, and says which it does', async () => {
    const wire = openWire(createSample());
    const _meta = { ...MODERN_META, [VERSION]: '2030-01-01' };
    expect(await wire.ask('tools/list', { _meta }, 'v')).toEqual({
      jsonrpc: '2.0',
      id: 'v',
      error: {
        code: -32022,
        message: 'Version 2030-01-01 is not supported; supported: 2026-07-28',
        data: { supported: ['2026-07-28'], requested: '2030-01-01' },
      },
    });
  });

  it('does not repeat an invalid version', async () => {
    const _meta = { ...MODERN_META, [VERSION]: '<script>' };
    const { error } = await openWire(createSample()).ask('tools/list', { _meta });
    expect(error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '' },
    });
  });

  it.each<[string, object, string]>([
    ['a version that is none', { [VERSION]: 5 }, VERSION],
    ['no capabilities', { [CAPABILITIES]: undefined }, CAPABILITIES],
    ['capabilities that are none', { [CAPABILITIES]: [] }, CAPABILITIES],
  ])('refuses an envelope with %s', async (_, wrong, key) => {
    const _meta = { ...MODERN_META, ...wrong };
    expect((await openWire(createSample()).ask('tools/list', { _meta })).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining(key),
    });
  });

  it('may be limited to 2026-07-28', async () => {
    const wire = openWire(createSample({ eras: ['2026-07-28'] }));
    expect((await wire.ask('initialize', { protocolVersion: '2025-11-25' })).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    });
    expect((await wire.ask('tools/list')).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining(VERSION),
    });
    expect(wire.text('{')).toMatch(/^\{"jsonrpc":"2.0","error":\{"code":-32700/);
  });

  it('may be limited to a handshake', async () => {
    const wire = openWire(createSample({ eras: ['2025-03-26', '2024-11-05'] }));
    expect((await wire.ask('tools/list', { _meta: MODERN_META })).error).toMatchObject({
      code: -32005,
    });
    const { result } = await wire.ask('initialize', { protocolVersion: '2025-11-25' });
    expect(result).toMatchObject({ protocolVersion: '2025-03-26' });
  });

  it('is not opened in a revision that is not spoken', () => {
    const kit = createSample({ eras: ['2026-07-28'] });
    expect(() => openWire(kit, { era: '2025-11-25' })).toThrow('does not speak 2025-11-25');
    expect(() => openWire(createSample(), { era: 'jsonrpc' })).toThrow(TypeError);
  });
});

describe('invalid requests', () => {
  it('has a null id up to 2025-11-25, and none on 2026-07-28', async () => {
    const wire = openWire(createSample());
    expect(wire.text('{"')).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    );
    await wire.ask('tools/list', { _meta: MODERN_META });
    expect(wire.text('{"')).toMatch(/^\{"jsonrpc":"2.0","error":\{"code":-32700,/);
  });

  it('is not answered if it is a reply', async () => {
    const wire = await shakeHands(createSample());
    expect(wire.text('{"jsonrpc":"2.0","id":1,"result":{}}')).toBeUndefined();
  });

  it('is refused beyond the limit', async () => {
    const wire = await shakeHands(createSample({ maxMessageBytes: 100 }));
    const reply = wire.text(
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${'x'.repeat(99)}"}}`,
    );
    expect(reply).toContain('"code":-32600');
  });
});

describe('a batch', () => {
  const batch =
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}]';

  it('is worked on in 2025-03-26', async () => {
    const wire = await shakeHands(createSample(), '2025-03-26');
    expect(JSON.parse((await wire.text(batch))!)).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'b', result: { content: [{ type: 'text', text: 'hi' }] } },
    ]);
    expect(await wire.text('[{"jsonrpc":"2.0","method":"x"}]')).toBeUndefined();
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25'] as const)('is refused in %s', async (era) => {
    const wire = await shakeHands(createSample(), era);
    expect(await wire.text(batch)).toContain('"code":-32600');
  });

  it('is refused if it contains a request of 2026-07-28', async () => {
    const wire = await shakeHands(createSample(), '2025-03-26');
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: MODERN_META } };
    expect(JSON.parse((await wire.text(JSON.stringify([request])))!)).toMatchObject({
      error: { code: -32600, data: { details: expect.stringContaining('batch') } },
    });
  });

  it('is held to the rate one by one', async () => {
    const rate = { burst: 2, perSecond: 0.001 };
    const wire = await shakeHands(createSample({ rate }), '2025-03-26');
    const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const replies = JSON.parse((await wire.text(JSON.stringify([list(1), list(2)])))!) as object[];
    expect(replies).toMatchObject([{ result: {} }, { id: 2, error: { code: -32010 } }]);
  });
});

describe('a call in progress', () => {
  it.each(['handshake', 'modern'])('is cancelled (%s), and never answered', async (generation) => {
    const tool = waiting();
    const kit = createSample({ tools: [tool] });
    const wire = generation === 'modern' ? speakModern(kit) : await shakeHands(kit);
    const reply = wire.ask('tools/call', { name: 'wait' }, 'w');
    wire.tell('notifications/cancelled', { requestId: 'w', reason: 'enough' });
    expect(await reply).toBeNull();
    expect(tool.stopped).toEqual(['enough']);
    expect(wire.connection.inFlight).toBe(0);
  });

  it('ends with its connection', async () => {
    const tool = waiting();
    const wire = await shakeHands(createSample({ tools: [tool] }));
    const reply = wire.ask('tools/call', { name: 'wait' });
    wire.connection.close('gone');
    expect(await reply).toBeNull();
    expect(tool.stopped).toEqual(['gone']);
  });

  it('has its id for itself', async () => {
    const wire = await shakeHands(createSample({ tools: [waiting()] }));
    void wire.ask('tools/call', { name: 'wait' }, 5);
    expect((await wire.ask('ping', {}, 5)).error).toMatchObject({ code: -32600 });
    wire.connection.close();
  });

  it('is answered when the process crashes', async () => {
    const wire = await shakeHands(createSample({ tools: [waiting()] }));
    void wire.ask('tools/call', { name: 'wait' }, 'w');
    const replies: string[] = [];
    wire.connection.abandon(new Error('boom'), (reply) => replies.push(reply));
    expect(replies.map((text) => JSON.parse(text) as object)).toMatchObject([
      { id: 'w', error: { code: -32603 } },
    ]);
  });
});

describe('methods beside those of MCP', () => {
  const methods = {
    'admin/echo': (params: unknown) => ({ params }),
    'notifications/mine': () => undefined,
  };

  it('are served in every revision', async () => {
    const kit = createSample({ methods });
    const wire = await shakeHands(kit);
    expect((await wire.ask('admin/echo', { a: 1 })).result).toEqual({ params: { a: 1 } });
    const { result } = await speakModern(kit).ask('admin/echo', { a: 1 });
    expect(result).toMatchObject({ resultType: 'complete', params: { a: 1 } });
  });

  it('are not served before the handshake', async () => {
    const wire = openWire(createSample({ methods }));
    expect((await wire.ask('admin/echo')).error).toMatchObject({ code: -32005 });
  });

  it('may be notifications', async () => {
    const received: unknown[] = [];
    const kit = createSample({
      methods: { 'notifications/mine': (params) => received.push(params) },
    });
    openWire(kit).tell('notifications/mine', { too: 'early' });
    (await shakeHands(kit)).tell('notifications/mine', { a: 1 });
    openWire(kit, { era: '2026-07-28' }).tell('notifications/mine', { b: 2 });
    expect(received).toEqual([{ a: 1 }, { b: 2 }]);
  });
});

describe('requests beyond the rate', () => {
  const rate = { burst: 3, perSecond: 0.5 };

  it('are refused with the time to wait; pings and notifications are free', async () => {
    const wire = await shakeHands(createSample({ rate }));
    for (let i = 0; i < 10; i++) {
      expect((await wire.ask('ping')).result).toEqual({});
      wire.tell('notifications/initialized');
    }
    expect((await wire.ask('tools/list')).result).toBeDefined();
    expect((await wire.ask('tools/list')).result).toBeDefined();
    const { error } = await wire.ask('no/such');
    expect(error).toMatchObject({ code: -32010, message: 'Rate limited' });
    const seconds = Number(/in ([\d.]+) s$/.exec(error!.data!['details'] as string)![1]);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(2);
  });

  it('are counted per connection', async () => {
    const kit = createSample({ rate: { burst: 1, perSecond: 0.5 } });
    const list = { _meta: MODERN_META };
    for (const wire of [openWire(kit), openWire(kit)]) {
      expect((await wire.ask('tools/list', list)).result).toBeDefined();
      expect((await wire.ask('tools/list', list)).error).toMatchObject({ code: -31010 });
    }
  });

  it('are counted per user if every request is a connection', async () => {
    const kit = createSample({ rate: { burst: 1, perSecond: 0.5 } });
    const ask = async (auth: unknown) => {
      const connection = kit.open({ era: '2026-07-28', channel: { send: () => undefined } });
      const params = { _meta: MODERN_META };
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
      return (await connection.receive(text, { auth }))!.includes('"result"');
    };
    const users = [undefined, 'ann', { sub: 'bob' }, { clientId: 'eve' }, { scopes: [] }];
    const first = [];
    for (const user of users) first.push(await ask(user));
    // A caller without a name shares the bucket of unknown callers.
    expect(first).toEqual([true, true, true, true, false]);
    expect(await ask({ sub: 'ann' })).toBe(false);
  });

  it('are reported to observers of calls', async () => {
    const calls: unknown[] = [];
    const kit = createSample({
      rate: { burst: 1, perSecond: 0 },
      onCall: ({ method, fault }) => calls.push([method, fault?.reason]),
    });
    const wire = await shakeHands(kit);
    const { error } = await wire.ask('tools/list');
    expect(error!.data).toEqual({ details: 'Too many requests', effect: 'none' });
    await settled();
    expect(calls).toEqual([
      ['initialize', undefined],
      ['tools/list', 'RATE_LIMITED'],
    ]);
  });
});
