import { afterEach, describe, expect, it } from 'vitest';
import { openRelay, type Bench } from './testing/relay.js';

const open: Bench[] = [];
const start = (...given: Parameters<typeof openRelay>) => {
  const bench = openRelay(...given);
  open.push(bench);
  return bench;
};
afterEach(() => Promise.all(open.splice(0).map((bench) => bench.end())));

const request = (id: string, method: string, params = '{}') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;

describe('requests', () => {
  it.each(['1', '9007199254740993', '1.0', '""', '"ünïcödé \\u0000 \\"x\\""', '-0', '"1"'])(
    'come back under the id %s, to the digit',
    async (id) => {
      const { ask } = start('echo-server');
      const reply = await ask(request(id, 'tools/call', '{"arguments":{"text":"hi"}}'));
      expect(reply).toBe(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"hi"}]}}`,
      );
    },
  );

  it('reach the server under ids of our own, with every digit of their parameters and on one line', async () => {
    const { ask } = start('echo-server');
    const text =
      '{"jsonrpc":"2.0",\n "id":"mine", "method":"line",\r\n "params":{"big":\n9007199254740993}}';
    const reply = await ask(text);
    expect(reply).toContain('"result":{"n":9007199254740993,');
    expect((JSON.parse(reply!) as { result: { line: string } }).result.line).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"line","params":{"big": 9007199254740993}}',
    );
  });

  it('are accepted as bytes, with a byte order mark, and as parsed by an edge', async () => {
    const { relay } = start('echo-server');
    const text = `\ufeff${request('4', 'tools/call', '{"arguments":{"text":"é"}}')}`;
    expect(await relay.receive(new TextEncoder().encode(text))).toContain('"text":"é"');
    const handled = relay.handle({
      kind: 'request',
      id: '5',
      method: 'tools/call',
      params: { arguments: { text: 'parsed' } },
    });
    expect(await handled).toContain('"text":"parsed"');
  });

  it('that are invalid are answered by the relay and never reach the server', async () => {
    const { ask, call } = start('echo-server');
    expect(JSON.parse((await ask('{"jsonrpc":"2.0","id":7,"method":'))!)).toMatchObject({
      id: 7,
      error: { code: -32700 },
    });
    expect(JSON.parse((await ask('{"jsonrpc":"1.0","id":8,"method":"x"}'))!)).toMatchObject({
      id: 8,
      error: { code: -32600 },
    });
    expect((await call(9, 'notified')).result!['notified']).toEqual([]);
  });

  it('with an id that is in flight are refused, and the first is still answered', async () => {
    const { ask, call, relay } = start('echo-server');
    const first = ask(request('1', 'hold'));
    expect(relay.inFlight).toBe(1);
    expect(JSON.parse((await ask(request('1.0', 'hold')))!)).toMatchObject({
      error: { code: -32600, data: { problem: 'id-in-use' } },
    });
    await call(2, 'release');
    expect(await first).toBe('{"jsonrpc":"2.0","id":1,"result":{"released":1}}');
    expect(relay.inFlight).toBe(0);
  });

  it('are each answered once, a thousand at a time', async () => {
    const { call } = start('echo-server');
    const ids = Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? n : `s${n}`));
    const replies = await Promise.all(
      ids.map((id) => call(id, 'tools/call', { arguments: { text: `text ${id}` } })),
    );
    expect(replies.map(({ id }) => id)).toEqual(ids);
    const texts = replies.map(({ result }) => (result!['content'] as [{ text: string }])[0].text);
    expect(texts).toEqual(ids.map((id) => `text ${id}`));
  });

  it('may be batches in an era that has them', async () => {
    const { ask } = start('echo-server', { era: '2025-03-26' });
    const one = request('9007199254740993', 'tools/call', '{"arguments":{"text":"a"}}');
    const note = '{"jsonrpc":"2.0","method":"notifications/x"}';
    const reply = await ask(`[${one},${note}, 7]`);
    expect(reply).toContain('"id":9007199254740993,"result"');
    expect(JSON.parse(reply!)).toHaveLength(2);
    expect(await ask(`[${note}]`)).toBeNull();
  });
});

describe('cancellation', () => {
  it('reaches the server under the id that it knows, and gets no answer', async () => {
    const { ask, call, relay, errors } = start('echo-server');
    const held = ask(request('"mine"', 'hold'));
    await ask(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"mine","reason":"bored"}}',
    );
    expect(await held).toBeNull();
    expect(relay.inFlight).toBe(0);
    const { notified } = (await call(2, 'notified')).result!;
    expect(notified).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1, reason: 'bored' },
      },
    ]);
    // The late answer is dropped, and is nothing to worry the operator with.
    await call(3, 'release');
    await call(4, 'notified');
    expect(errors).toEqual([]);
  });

  it('of something unknown, and of initialize, does not reach the server', async () => {
    const { ask, call } = start('echo-server');
    await ask('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}');
    const opened = call(1, 'initialize', {});
    await ask('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    expect((await opened).result).toBeDefined();
    expect((await call(2, 'notified')).result!['notified']).toEqual([]);
  });

  it('follows a deadline, and the late answer is dropped', async () => {
    const { call, records, errors } = start('echo-server', {
      deadline: (method) => (method === 'tools/call' || method === 'hold' ? 20 : undefined),
    });
    const { error } = await call(1, 'hold');
    expect(error).toMatchObject({ code: -32603, message: 'hold did not finish within 0.02 s' });
    expect(error!.data!['ref']).toBe(records[0]!.ref);
    expect(records[0]).toMatchObject({ effect: 'unknown', method: 'hold' });
    const { notified } = (await call(2, 'notified')).result!;
    expect(notified).toMatchObject([{ params: { requestId: 1, reason: 'The deadline passed' } }]);
    await call(3, 'release');
    await call(4, 'notified');
    expect(errors).toEqual([]);
  });
});

describe('what the server says unasked', () => {
  it('reaches the client unchanged, and the answers go back', async () => {
    const { ask, call, sent } = start('echo-server');
    await call(1, 'ask');
    expect(sent).toEqual(['{"jsonrpc":"2.0","id":"server-1","method":"roots/list"}']);
    await ask('{"jsonrpc":"2.0","id":"server-1",\n"result":{"roots":[9007199254740993]}}');
    // Twice, or to a question that nobody asked: dropped.
    await ask('{"jsonrpc":"2.0","id":"server-1","result":{}}');
    expect((await call(2, 'notified')).result!['notified']).toHaveLength(1);
  });

  it('reports its progress on request, if the edge has a way for that', async () => {
    const { relay } = start('echo-server');
    const notified: unknown[] = [];
    const params = { arguments: {}, _meta: { progressToken: 7 } };
    const exchange = { notify: (...given: unknown[]) => void notified.push(given) };
    await relay.handle({ kind: 'request', id: '1', method: 'progress', params }, exchange);
    expect(notified).toEqual([['notifications/progress', { progressToken: 7, progress: 1 }]]);
  });

  it('keeps its progress token', async () => {
    const { call, sent } = start('echo-server');
    await call(1, 'progress', { _meta: { progressToken: 'tok-1' } });
    expect(sent).toEqual([
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"tok-1","progress":1}}',
    ]);
  });

  it('is cancelled at the client when the process ends', async () => {
    const { call, ask, sent } = start('echo-server');
    await call(1, 'ask');
    await call(2, 'die');
    expect(JSON.parse(sent[1]!)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 'server-1' },
    });
    await call(3, 'notified');
    await ask('{"jsonrpc":"2.0","id":"server-1","result":{}}');
    expect((await call(4, 'notified')).result!['notified']).toEqual([]);
  });
});

describe('an argument that the listed schema excludes', () => {
  const tool = (inputSchema: object) => ({ tools: [{ name: 'say', inputSchema }] });
  const closed = tool({ properties: { text: {} }, additionalProperties: false });
  const call = { name: 'say', arguments: { text: 'hi', txt: 'hi' } };
  const said = { content: [{ type: 'text', text: 'hi' }] };

  it('is refused, and the tool does not run', async () => {
    const { call: ask, records } = start('echo-server');
    await ask(1, 'tools/list', closed);
    const { result } = await ask(2, 'tools/call', call);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('txt: no member of this name');
    expect(records).toMatchObject([{ context: { errors: [{ field: 'txt' }] } }]);
    const right = { name: 'say', arguments: { text: 'hi' } };
    expect((await ask(3, 'tools/call', right)).result).toEqual(said);
  });

  it.each([
    ['nothing was listed', []],
    ['the schema is open', [['tools/list', tool({ properties: { text: {} } })]]],
    [
      'names follow a pattern',
      [['tools/list', tool({ additionalProperties: false, patternProperties: { t: {} } })]],
    ],
    [
      'it was listed again without it',
      [
        ['tools/list', closed],
        ['tools/list', tool({})],
      ],
    ],
    [
      'the list has changed since',
      [
        ['tools/list', closed],
        ['tools/changed', {}],
      ],
    ],
    [
      'another process has started since',
      [
        ['tools/list', closed],
        ['die', {}],
      ],
    ],
  ] as const)('passes where %s', async (_, before) => {
    const { call: ask } = start('echo-server');
    for (const [method, params] of before) await ask(1, method, params);
    expect((await ask(2, 'tools/call', call)).result).toEqual(said);
  });
});

describe('a relay', () => {
  it('refuses an era that its contract does not have, before anything is started', () => {
    expect(() => openRelay('echo-server', { era: '2019-01-01' as never })).toThrow(
      'there is no era',
    );
  });

  it('refuses for the edge, and abandons calls in progress', async () => {
    const { relay, ask } = start('echo-server');
    expect(JSON.parse(relay.refuse({ condition: 'invalid-request' }, '7'))).toMatchObject({
      id: 7,
    });
    const held = ask(request('1', 'hold'));
    const delivered: string[] = [];
    relay.abandon(new Error('power cut'), (reply) => delivered.push(reply));
    expect(delivered.map((reply) => JSON.parse(reply) as unknown)).toMatchObject([
      { id: 1, error: { code: -32603 } },
    ]);
    expect(await held).toBeNull();
  });

  it('speaks plain JSON-RPC too', async () => {
    const { ask } = start('echo-server', { era: 'jsonrpc' });
    expect(await ask(request('null', 'tools/call', '{"arguments":{"text":"x"}}'))).toContain(
      '"id":null,"result"',
    );
    expect(await ask('nonsense')).toContain('"id":null,"error":{"code":-32700');
  });

  it('answers requests after it was closed', async () => {
    const bench = start('echo-server');
    await bench.end();
    expect((await bench.call(1, 'ping')).error!.message).toBe(
      'The server process is not used any more',
    );
  });
});
