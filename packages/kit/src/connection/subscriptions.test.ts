import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { encodeNotification, type Exchange } from '@errata/core/internal';
import { createKit } from '../create-kit.js';
import type { Kit } from '../kit.js';
import { createClock, createSample, notes } from '../testing/sample.js';
import { MODERN_META, openWire, settled, speakModern, type Message } from '@errata/testing/wire';

const uri = 'clock://now';
const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

const setUp = () => {
  const clock = createClock();
  const kit = createSample({ resources: [clock, notes] });
  return { clock, kit, wire: speakModern(kit) };
};

const listenText = (id: string, notifications: object): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"subscriptions/listen","params":${JSON.stringify({ notifications, _meta: MODERN_META })}}`;

describe('subscriptions/listen on a wire of lines', () => {
  it('acknowledges first, under the exact id', async () => {
    const { wire, clock } = setUp();
    const notifications = { ...ALL, resourceSubscriptions: [uri] };
    expect(wire.text(listenText('9007199254740993', notifications))).toBeUndefined();
    const meta = '"_meta":{"io.modelcontextprotocol/subscriptionId":9007199254740993}';
    expect(wire.texts).toEqual([
      `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{${meta},"notifications":{"toolsListChanged":true,"resourcesListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["clock://now"]}}}`,
    ]);
    clock.tick();
    expect(wire.texts[1]).toBe(
      `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{${meta},"uri":"clock://now"}}`,
    );
  });

  it('reports only the requested changes', async () => {
    const { wire, kit, clock } = setUp();
    await wire.ask('subscriptions/listen', { notifications: { toolsListChanged: true } }, 't');
    await wire.ask('subscriptions/listen', { notifications: { promptsListChanged: false } }, 'n');
    kit.removeTool('add');
    kit.removePrompt('greeting');
    clock.tick();
    await settled();
    expect(wire.texts.slice(2)).toEqual([
      '{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"t"}}}',
    ]);
  });

  it('omits features that the server does not offer', async () => {
    const wire = speakModern(
      createKit({ name: 'bare', version: '0', contract: erlmcpContract, tools: [] }),
    );
    const notifications = { ...ALL, resourceSubscriptions: ['a://b'] };
    await wire.ask('subscriptions/listen', { notifications });
    expect(wire.received[0]!.params).toMatchObject({ notifications: { toolsListChanged: true } });
    expect(wire.received[0]!.params!['notifications']).toEqual({ toolsListChanged: true });
  });

  it('reports nothing before the acknowledgment, and everything after', async () => {
    const kit = createSample({
      resources: [
        {
          ...createClock(),
          watch: async (_uri, onChange) => {
            onChange();
            onChange();
            return () => undefined;
          },
        },
      ],
    });
    const wire = speakModern(kit);
    await wire.ask('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } });
    expect(wire.received.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ]);
  });

  it('ends when the client cancels it, without a word', async () => {
    const { wire, clock } = setUp();
    await wire.text(listenText('9007199254740993', { resourceSubscriptions: [uri] }));
    expect(wire.connection.inFlight).toBe(1);
    wire.text(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}',
    );
    expect(clock.watchers).toBe(0);
    expect(wire.connection.inFlight).toBe(0);
    expect(wire.texts).toHaveLength(1);
  });

  it('ends with the connection, without a word', async () => {
    const { wire, clock, kit } = setUp();
    await wire.ask('subscriptions/listen', {
      notifications: { ...ALL, resourceSubscriptions: [uri] },
    });
    wire.connection.close();
    kit.removeTool('add');
    await settled();
    expect(clock.watchers).toBe(0);
    expect(wire.texts).toHaveLength(1);
  });

  it.each(['endSubscriptions', 'abandon'])(
    'is answered where the server ends it (%s)',
    async (end) => {
      const { wire, kit } = setUp();
      await wire.text(listenText('1.0', ALL));
      if (end === 'abandon') wire.connection.abandon(new Error('x'), () => undefined);
      else kit.endSubscriptions();
      expect(wire.texts[1]).toBe(
        '{"jsonrpc":"2.0","id":1.0,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1.0}}}',
      );
      expect(wire.connection.inFlight).toBe(0);
    },
  );

  it('has its id for itself', async () => {
    const { wire } = setUp();
    await wire.ask('subscriptions/listen', { notifications: ALL }, 5);
    expect((await wire.ask('tools/list', {}, 5)).error).toMatchObject({ code: -32600 });
    expect((await wire.ask('tools/list', {}, 6)).result).toBeDefined();
  });

  it.each<[string, object, number, object]>([
    ['no filter', {}, -32602, { details: "Missing required 'notifications' parameter" }],
    [
      'a filter that is none',
      { notifications: 5 },
      -32602,
      { details: 'params.notifications must be of type object, not number' },
    ],
    [
      'URIs that are none',
      { notifications: { resourceSubscriptions: [5] } },
      -32602,
      { details: 'notifications.resourceSubscriptions: a list of URIs' },
    ],
    [
      'a resource that is not there',
      { notifications: { resourceSubscriptions: ['x://'] } },
      -32602,
      { uri: 'x://' },
    ],
    [
      'a resource that does not tell',
      { notifications: { resourceSubscriptions: [uri, 'note://a'] } },
      -31006,
      { uri: 'note://a' },
    ],
  ])('refuses %s, and watches nothing', async (_, params, code, data) => {
    const { wire, clock } = setUp();
    expect((await wire.ask('subscriptions/listen', params as never)).error).toMatchObject({
      code,
      data,
    });
    expect(clock.watchers).toBe(0);
    expect(wire.texts).toEqual([]);
    expect(wire.connection.inFlight).toBe(0);
  });

  it('fails if one watcher fails, and ends the others', async () => {
    const clock = createClock();
    const broken = {
      ...createClock(),
      uri: 'clock://broken',
      watch: () => Promise.reject(new Error('EMFILE')),
    };
    const wire = speakModern(createSample({ resources: [clock, broken] }));
    const params = { notifications: { resourceSubscriptions: [uri, broken.uri] } };
    expect((await wire.ask('subscriptions/listen', params)).error).toMatchObject({
      code: -31006,
      data: { uri: broken.uri },
    });
    expect(clock.watchers).toBe(0);
  });

  it('is no method of the handshake', async () => {
    const wire = openWire(createSample());
    await wire.ask('initialize', { protocolVersion: '2025-11-25' });
    expect((await wire.ask('subscriptions/listen')).error).toMatchObject({ code: -32601 });
  });
});

describe('subscriptions/listen in an exchange of its own', () => {
  const open = (kit: Kit) => {
    const notifications: Message[] = [];
    const exchange: Exchange = {
      notify: (method, params) =>
        notifications.push(JSON.parse(encodeNotification(method, params)) as Message),
    };
    const connection = kit.open({ era: '2026-07-28', channel: { send: () => undefined } });
    return {
      notifications,
      connection,
      ask: (id: string) => connection.receive(listenText(id, ALL), exchange),
    };
  };

  it('is answered at its end', async () => {
    const kit = createSample();
    const { notifications, ask } = open(kit);
    const reply = ask('"s"');
    await settled();
    kit.removeTool('add');
    await settled();
    kit.endSubscriptions();
    expect(await reply).toBe(
      '{"jsonrpc":"2.0","id":"s","result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":"s"}}}',
    );
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 's' };
    expect(notifications).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { _meta } },
      { method: 'notifications/tools/list_changed', params: { _meta } },
    ]);
  });

  it('is not answered if the client is gone', async () => {
    const { ask, connection } = open(createSample());
    const reply = ask('1');
    connection.close();
    expect(await reply).toBeUndefined();
  });

  it('is refused if the client does not accept events', async () => {
    const connection = createSample().open({
      era: '2026-07-28',
      channel: { send: () => undefined },
    });
    const reply = await connection.receive(listenText('1', ALL), {
      header: () => 'application/json',
    });
    expect(reply).toMatch(/"id":1,"error":\{"code":-32600/);
  });

  it('is refused under an id whose digits would change', async () => {
    const { ask } = open(createSample());
    expect(await ask('9007199254740993')).toMatch(/"id":9007199254740993,"error":\{"code":-32600/);
  });
});
