import { describe, expect, it } from 'vitest';
import type { Era } from '@errata/core';
import { LOG_LEVELS, type Context } from './context.js';
import { createSample } from './testing/sample.js';
import { openWire, shakeHands, speakModern, wireIn, GENERATIONS } from '@errata/testing/wire';

/** A kit with one tool that does something with its context. */
const doing = (work: (context: Context) => unknown) =>
  createSample({
    tools: [
      {
        name: 'do',
        run: async (_args, context) => {
          await work(context);
          return '';
        },
      },
    ],
  });

const call = { name: 'do' };
const TOKEN = { _meta: { progressToken: 'tok' } };

describe.each(GENERATIONS)('progress in %s', (era) => {
  it('goes to the caller that gave a token, before the reply', async () => {
    const wire = await wireIn(
      doing(({ progress }) => {
        progress(1, 3, 'begun');
        progress(3);
      }),
      era,
    );
    await wire.ask('tools/call', { ...call, ...TOKEN });
    expect(wire.received.map(({ method, params }) => ({ method, params }))).toEqual([
      {
        method: 'notifications/progress',
        params: { progressToken: 'tok', progress: 1, total: 3, message: 'begun' },
      },
      { method: 'notifications/progress', params: { progressToken: 'tok', progress: 3 } },
    ]);
  });

  it('only grows', async () => {
    const wire = await wireIn(
      doing(({ progress }) => [2, 2, 1, NaN, 3].forEach((done) => progress(done))),
      era,
    );
    await wire.ask('tools/call', { ...call, _meta: { progressToken: 0 } });
    expect(wire.received.map(({ params }) => params!['progress'])).toEqual([2, 3]);
  });

  it('goes to no one else', async () => {
    const wire = await wireIn(
      doing(({ progress }) => progress(1)),
      era,
    );
    await wire.ask('tools/call', call);
    await wire.ask('tools/call', { ...call, _meta: { progressToken: {} } });
    expect(wire.received).toEqual([]);
  });
});

it('progress has no message in 2024-11-05', async () => {
  const wire = await shakeHands(
    doing(({ progress }) => progress(1, 2, 'begun')),
    '2024-11-05',
  );
  await wire.ask('tools/call', { ...call, ...TOKEN });
  expect(wire.received[0]!.params).toEqual({ progressToken: 'tok', progress: 1, total: 2 });
});

describe('log messages', () => {
  const logAll = doing(({ log }) => LOG_LEVELS.forEach((level) => log(level, { at: level }, 'me')));

  it.each(LOG_LEVELS.map((level, index) => [level, LOG_LEVELS.length - index]))(
    'from %s on are %d of 8',
    async (level, count) => {
      const legacy = await shakeHands(logAll);
      expect((await legacy.ask('logging/setLevel', { level })).result).toEqual({});
      const modern = speakModern(logAll, { 'io.modelcontextprotocol/logLevel': level });
      for (const wire of [legacy, modern]) {
        await wire.ask('tools/call', call);
        expect(wire.received).toHaveLength(count as number);
        expect(wire.received[0]).toMatchObject({
          method: 'notifications/message',
          params: { level, logger: 'me', data: { at: level } },
        });
      }
    },
  );

  it('start at info by default', async () => {
    const wire = await shakeHands(logAll);
    await wire.ask('tools/call', call);
    expect(wire.received).toHaveLength(7);
  });

  it('are none on 2026-07-28 for a request that asks for none', async () => {
    const wire = speakModern(logAll);
    await wire.ask('tools/call', call);
    expect(wire.received).toEqual([]);
  });

  it('are not set to nothing', async () => {
    const { error } = await (await shakeHands(logAll)).ask('logging/setLevel', {});
    expect(error).toMatchObject({ data: { details: "Missing required 'level' parameter" } });
  });

  it.each(['loud', 5, 'toString'])('are not set to %s', async (level) => {
    const { error } = await (await shakeHands(logAll)).ask('logging/setLevel', { level });
    expect(error).toMatchObject({
      code: -32602,
      data: { details: expect.stringMatching(/^params\.level has to be one of debug, /) },
    });
  });

  it('reject an unknown level', async () => {
    const wire = speakModern(logAll, { 'io.modelcontextprotocol/logLevel': 'loud' });
    expect((await wire.ask('tools/call', call)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('logLevel'),
    });
  });

  it('have no secrets', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const wire = await shakeHands(doing(({ log }) => log('error', { header: `Bearer ${secret}` })));
    await wire.ask('tools/call', call);
    expect(wire.received).toHaveLength(1);
    expect(wire.texts[0]).not.toContain(secret);
  });

  it('without a JSON form are sent as text', async () => {
    const wire = await shakeHands(doing(({ log }) => log('error', 1n)));
    expect((await wire.ask('tools/call', call)).result).toMatchObject({ content: [{ text: '' }] });
    expect(wire.received).toMatchObject([{ params: { data: '1' } }]);
  });
});

describe('who is asking', () => {
  const requestIn = async (era: Era) => {
    let seen: Context | undefined;
    const kit = doing((context) => (seen = context));
    const wire =
      era === '2026-07-28'
        ? speakModern(kit, { 'io.modelcontextprotocol/clientCapabilities': { roots: {} } })
        : await shakeHands(kit, era, { roots: {} });
    await wire.ask('tools/call', call);
    return seen!;
  };

  it.each(GENERATIONS)('is passed to the tool in %s', async (era) => {
    const context = await requestIn(era);
    expect(context.client).toEqual({ name: 'test', version: '1' });
    expect(context.clientCapabilities).toEqual({ roots: {} });
    expect(context.era).toBe(era);
    expect(context.ref).toMatch(/^corr-/);
    expect(() => context.requireClient('roots')).not.toThrow();
  });

  it('lacks a capability up to 2025-11-25', async () => {
    const wire = await shakeHands(doing(({ requireClient }) => requireClient('sampling')));
    expect((await wire.ask('tools/call', call)).error).toMatchObject({
      code: -32004,
      data: { capability: 'sampling' },
    });
  });

  it('lacks a capability on 2026-07-28, which has a number for it', async () => {
    const wire = speakModern(doing(({ requireClient }) => requireClient('sampling')));
    expect((await wire.ask('tools/call', call)).error).toEqual({
      code: -32021,
      message: 'The client has to declare sampling',
      data: { requiredCapabilities: { sampling: {} } },
    });
  });

  it('may say nothing of itself', async () => {
    let seen: Context | undefined;
    const wire = openWire(doing((context) => (seen = context)));
    await wire.ask('initialize', { protocolVersion: '2025-11-25', clientInfo: { name: 5 } });
    await wire.ask('tools/call', call);
    expect(seen!.client).toBeUndefined();
    expect(seen!.clientCapabilities).toEqual({});
  });
});
