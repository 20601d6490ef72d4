import { afterEach, describe, expect, it } from 'vitest';
import { openRelay, type Bench } from './testing/relay.js';

let bench: Bench;
const write = (text: string, id: unknown = 'a') => bench.call(id, 'write', { text });
afterEach(() => bench.end());

describe('a broken reply to a known request', () => {
  it.each([
    [
      'both members',
      '{"jsonrpc":"2.0","id":$,"result":{},"error":{"code":1,"message":"x"}}',
      'both',
    ],
    ['neither', '{"jsonrpc":"2.0","id":$}', 'neither'],
    ['a string code', '{"jsonrpc":"2.0","id":$,"error":{"code":"E1","message":"x"}}', 'integer'],
    ['no message', '{"jsonrpc":"2.0","id":$,"error":{"code":1}}', 'no message'],
    ['no version', '{"id":$,"result":{}}', 'jsonrpc is not'],
    ['a result that is no object', '{"jsonrpc":"2.0","id":$,"result":"ok"}', 'not an object'],
    ['NaN in it', '{"jsonrpc":"2.0","id":$,"result":{"x":NaN}}', 'not valid JSON'],
    ['a result under null', '{"jsonrpc":"2.0","id":null,"result":{}}', 'no id'],
    [
      'too many levels',
      `{"jsonrpc":"2.0","id":$,"result":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`,
      'nested',
    ],
  ])('is an internal error with a ref: %s', async (_name, text, why) => {
    bench = openRelay('rude-server');
    const { id, error } = await write(`${text}\n`);
    expect(id).toBe('a');
    expect(error!.code).toBe(-32603);
    expect(error!.message).toContain(why);
    const { records, errors } = bench;
    expect(error!.data).toEqual({ ref: records[0]!.ref });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ effect: 'unknown', method: 'write' });
    expect(records[0]!.debug).toContain(text.replaceAll('$', '1').slice(0, 24));
    expect(errors[0]).toContain('no valid JSON-RPC');
  });

  it.each([true, false])('becomes an error if it is too large, id first: %s', async (idFirst) => {
    bench = openRelay('rude-server', { limits: { maxBytes: 100_000 } });
    const { error } = await bench.call(1, 'huge', { bytes: 3_000_000, idFirst });
    expect(error).toMatchObject({ code: -32603 });
    expect(error!.message).toContain('larger than what is read');
    // The next line is read as usual.
    expect((await bench.call(2, 'ping')).result).toEqual({});
  });

  it('keeps secrets from the operator too, and is cut', async () => {
    bench = openRelay('rude-server');
    const secret = 'postgres://admin:hunter2hunter2@db/app';
    await write(`{"jsonrpc":"2.0","id":$,"result":"${secret} ${'y '.repeat(5000)}"}\n`);
    const [record] = bench.records;
    expect(record!.debug).toContain('postgres://');
    expect(record!.debug!.length).toBeLessThan(2100);
    expect(JSON.stringify([bench.records, bench.errors])).not.toContain('hunter2');
  });
});

describe('a reply that is meant well', () => {
  it.each([
    [
      'a null beside a result',
      '{"jsonrpc":"2.0","id":$,"result":{"n":9007199254740993},"error":null}',
    ],
    ['an id as a string', '{"jsonrpc":"2.0","id":"$","result":{"n":9007199254740993}}'],
    ['an id as a fraction', '{"jsonrpc":"2.0","id":$.0,"result":{"n":9007199254740993}}'],
    ['a batch of one', '[{"jsonrpc":"2.0","id":$,"result":{"n":9007199254740993}}]'],
    ['a line end of Windows', '{"jsonrpc":"2.0","id":$,"result":{"n":9007199254740993}}\r'],
  ])('passes: %s', async (_name, text) => {
    bench = openRelay('rude-server');
    const params = JSON.stringify({ text: `${text}\n` });
    expect(await bench.ask(`{"jsonrpc":"2.0","id":1.0,"method":"write","params":${params}}`)).toBe(
      '{"jsonrpc":"2.0","id":1.0,"result":{"n":9007199254740993}}',
    );
  });

  it('is found behind text without a line end', async () => {
    bench = openRelay('rude-server');
    const { result } = await write(
      'Loading {model} ... {"jsonrpc":"2.0","id":$,"result":{"ok":true}} done\n',
    );
    expect(result).toEqual({ ok: true });
    expect(bench.errors.join('')).toContain('noise: Loading {model} ...  done');
    expect(bench.sent).toEqual([]);
  });

  it('is found beside another on one line', async () => {
    bench = openRelay('rude-server');
    const first = write('', 'first');
    const second = write(
      '{"jsonrpc":"2.0","id":1,"result":{"n":1}}{"jsonrpc":"2.0","id":2,"result":{"n":2}}\n',
      'second',
    );
    expect((await first).result).toEqual({ n: 1 });
    expect((await second).result).toEqual({ n: 2 });
  });

  it('without an id belongs to the only request in flight, and is dropped if there are two', async () => {
    bench = openRelay('rude-server');
    const error = '"error":{"code":-32700,"message":"Parse error"}';
    expect(await write(`{"jsonrpc":"2.0","id":null,${error}}\n`, 1)).toMatchObject({
      id: 1,
      error: { code: -32700 },
    });
    expect(await write(`{"jsonrpc":"2.0",${error}}\n`, 2)).toMatchObject({
      id: 2,
      error: { code: -32700 },
    });
    const first = write('', 3);
    const second = write(`{"jsonrpc":"2.0","id":null,${error}}\n`, 4);
    await bench.waitFor('unknown-id');
    expect(bench.relay.inFlight).toBe(2);
    await write(
      '{"jsonrpc":"2.0","id":3,"result":{}}\n{"jsonrpc":"2.0","id":4,"result":{}}\n{"jsonrpc":"2.0","id":$,"result":{}}\n',
      5,
    );
    expect([(await first).result, (await second).result]).toEqual([{}, {}]);
  });
});

describe('messages that are not replies', () => {
  it('is dropped and reported once', async () => {
    bench = openRelay('rude-server');
    const noise = [
      'hello',
      '42',
      'null',
      '{"level":"info","id":1,"msg":"x"}',
      'got {"jsonrpc":"2.0","id":1,"method":"tools/call"}',
      '',
    ];
    const { result } = await write(`${noise.join('\n')}\n{"jsonrpc":"2.0","id":$,"result":{}}\n`);
    expect(result).toEqual({});
    expect(bench.sent).toEqual([]);
    expect(bench.errors.filter((line) => line.includes('are not JSON-RPC messages'))).toHaveLength(
      1,
    );
    expect(bench.errors.filter((line) => line.includes(': noise: '))).toHaveLength(5);
    expect(bench.records).toHaveLength(1);
  });

  it('is a second reply, or one to a request that was never sent', async () => {
    bench = openRelay('rude-server');
    const reply = '{"jsonrpc":"2.0","id":$,"result":{}}\n';
    await write(`${reply}${reply}${reply.replace('$', '99')}${reply.replace('$', '"zz"')}`);
    await bench.call('b', 'ping');
    expect(bench.errors.filter((line) => line.includes(': unknown-id: '))).toHaveLength(3);
    expect(bench.sent).toEqual([]);
  });

  it('is an invalid request of the server: it gets an error', async () => {
    bench = openRelay('rude-server');
    await write(
      '{"jsonrpc":"2.0","id":"s","method":"roots/list","params":null}\n{"jsonrpc":"2.0","id":$,"result":{}}\n',
    );
    expect(bench.sent).toEqual([]);
    expect(bench.records).toMatchObject([{ error_code: -32600, request_id: 's' }]);
  });
});

describe('texts that pass', () => {
  it('lose repeated prefixes and secrets, and are shortened', async () => {
    bench = openRelay('rude-server');
    const message =
      'MCP error -32003: MCP error -32003: no way to https://bob:hunter2hunter2@host/';
    const data = { page: 'z'.repeat(50_000), password: 'hunter2hunter2', code: 7 };
    const error = JSON.stringify({ code: -32003, message, data });
    const rewritten = (await write(`{"jsonrpc":"2.0","id":$,"error":${error}}\n`)).error!;
    expect(rewritten.code).toBe(-32003);
    expect(rewritten.message).toMatch(/^no way to https:/);
    expect(rewritten.data).toMatchObject({ code: 7 });
    expect(JSON.stringify(rewritten).length).toBeLessThan(8500);
    expect(JSON.stringify([rewritten, bench.records])).not.toContain('hunter2');
  });

  it('are unchanged in results, except in failed tool results', async () => {
    bench = openRelay('rude-server');
    const text = 'see postgres://bob:hunter2hunter2@db';
    const result = { content: [{ type: 'text', text }], structuredContent: { dsn: text } };
    const fine = await write(`{"jsonrpc":"2.0","id":$,"result":${JSON.stringify(result)}}\n`);
    expect(fine.result).toEqual(result);
    const failed = JSON.stringify({ ...result, isError: true });
    const reply = await write(`{"jsonrpc":"2.0","id":$,"result":${failed}}\n`);
    expect(reply.result).toMatchObject({ isError: true });
    expect(JSON.stringify(reply)).not.toContain('hunter2');
  });
});

it('reports the server’s error replies to the edge', async () => {
  bench = openRelay('rude-server');
  const received: unknown[] = [];
  const say = (code: number, id: number) => {
    const text = `{"jsonrpc":"2.0","id":$,"error":{"code":${code},"message":"x"}}\n`;
    return bench.relay.receive(
      JSON.stringify({ jsonrpc: '2.0', id, method: 'write', params: { text } }),
      { failed: (fault, origin) => received.push([fault.reason, origin]) },
    );
  };
  await say(-32601, 1);
  await say(-32603, 2);
  await say(4711, 3);
  expect(received).toEqual([
    ['METHOD_NOT_FOUND', 'edge'],
    ['INTERNAL_ERROR', 'handler'],
    ['INTERNAL_ERROR', 'handler'],
  ]);
});
