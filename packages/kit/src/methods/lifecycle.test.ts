import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { createKit } from '../create-kit.js';
import { createSample } from '../testing/sample.js';
import { openWire, shakeHands, speakModern } from '@errata/testing/wire';

const HANDSHAKES = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

describe('the handshake', () => {
  it.each(HANDSHAKES)('agrees on %s', async (era) => {
    const wire = openWire(createSample({ title: 'A sample', instructions: 'Ask.' }));
    const { result } = await wire.ask('initialize', { protocolVersion: era, capabilities: {} });
    expect(result).toEqual({
      protocolVersion: era,
      capabilities: {
        logging: {},
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
      },
      serverInfo: { name: 'sample', version: '1.2.3', title: 'A sample' },
      instructions: 'Ask.',
    });
  });

  it.each(['2099-01-01', '2026-07-28', 'latest'])('answers %s with its newest', async (version) => {
    const wire = openWire(createSample());
    const { result } = await wire.ask('initialize', { protocolVersion: version });
    expect(result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  it('advertises nothing that is not there', async () => {
    const wire = openWire(createKit({ name: 'bare', version: '0', contract: erlmcpContract }));
    const { result } = await wire.ask('initialize', { protocolVersion: '2025-06-18' });
    expect(result).toMatchObject({ capabilities: { logging: {} } });
    expect(Object.keys(result!['capabilities'] as object)).toEqual(['logging']);
  });

  it('advertises lists that may change', async () => {
    const wire = openWire(
      createKit({ name: 'bare', version: '0', contract: erlmcpContract, tools: [] }),
    );
    const { result } = await wire.ask('initialize', { protocolVersion: '2025-06-18' });
    expect(result!['capabilities']).toEqual({ logging: {}, tools: { listChanged: true } });
    expect((await wire.ask('tools/list')).result).toEqual({ tools: [] });
  });

  it('needs a version', async () => {
    const { error } = await openWire(createSample()).ask('initialize', {});
    expect(error).toEqual({
      code: -32602,
      message: 'Invalid params',
      data: { details: "Missing required 'protocolVersion' parameter", effect: 'none' },
    });
  });

  it('is done once', async () => {
    const wire = await shakeHands(createSample());
    const { error } = await wire.ask('initialize', { protocolVersion: '2025-11-25' });
    expect(error).toMatchObject({
      code: -32600,
      data: { details: expect.stringMatching(/already/) },
    });
    expect((await wire.ask('ping')).result).toEqual({});
  });

  it('can be repeated after a failure', async () => {
    const wire = openWire(createSample());
    await wire.ask('initialize', { protocolVersion: 5 });
    const { result } = await wire.ask('initialize', { protocolVersion: '2024-11-05' });
    expect(result).toMatchObject({ protocolVersion: '2024-11-05' });
  });
});

describe('before the handshake', () => {
  it.each(['tools/list', 'tools/call', 'resources/read', 'logging/setLevel', 'no/such'])(
    '%s is refused as not initialized',
    async (method) => {
      const { error, id } = await openWire(createSample()).ask(method, {}, 7);
      expect({ id, ...error }).toEqual({ id: 7, code: -32005, message: 'Not initialized' });
    },
  );

  it('ping is answered', async () => {
    expect((await openWire(createSample()).ask('ping')).result).toEqual({});
  });

  it('a notification of its end begins nothing', async () => {
    const wire = openWire(createSample());
    wire.tell('notifications/initialized');
    expect((await wire.ask('tools/list')).error).toMatchObject({ code: -32005 });
  });
});

describe('server/discover', () => {
  it('has exactly the members of the schema of 2026-07-28', async () => {
    const wire = speakModern(createSample({ instructions: 'Ask.' }));
    expect((await wire.ask('server/discover')).result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        logging: {},
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
      },
      instructions: 'Ask.',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'sample', version: '1.2.3' } },
    });
  });

  it.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
  ])('and %s is no method there', async (method) => {
    const { error } = await speakModern(createSample()).ask(method, {
      protocolVersion: '2025-11-25',
    });
    expect(error).toMatchObject({ code: -32601, data: { method } });
  });

  it('is no method of the handshake', async () => {
    const { error } = await (await shakeHands(createSample())).ask('server/discover');
    expect(error).toMatchObject({ code: -32601, data: { method: 'server/discover' } });
  });
});
