import { afterEach, describe, expect, it } from 'vitest';
import { openRelay, type Bench, type Reply } from './testing/relay.js';

let bench: Bench;
afterEach(() => bench.end());

const opening = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
const textOf = ({ result }: Reply) => (result!['content'] as [{ text: string }])[0].text;

describe.each(['sdk-v1-server', 'sdk-v2-server'])('%s behind a relay', (server) => {
  it('works as without the relay, also after a kill', async () => {
    bench = openRelay(server);
    const { call, ask, relay } = bench;
    expect((await call(0, 'initialize', opening)).result).toMatchObject({
      protocolVersion: '2025-11-25',
    });
    await ask('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    const add = { name: 'add', arguments: { a: 2, b: 3 } };
    expect(textOf(await call('', 'tools/call', add))).toBe('5');
    process.kill(relay.pid!, 'SIGKILL');
    // This one may have been sent before anybody knew.
    await call(1, 'tools/call', add);
    expect(textOf(await call(2, 'tools/call', add))).toBe('5');
  });

  it('answers messages that the SDK ignores', async () => {
    bench = openRelay(server);
    await bench.call(0, 'initialize', opening);
    expect(await bench.ask('{"jsonrpc":"2.0","id":1,"method":"tools/list"')).toContain(
      '"id":1,"error":{"code":-32700',
    );
    expect((await bench.call(2, 'no/such/method')).error!.code).toBe(-32601);
  });
});

it.each([
  ['initialize', { ...opening, protocolVersion: undefined }, "Missing required 'protocolVersion'"],
  ['tools/call', undefined, "Missing required 'name' parameter"],
  ['tools/call', { name: 7 }, 'params.name must be of type string, not number'],
  ['tools/call', { name: 'add', arguments: ['x'] }, 'params.arguments must be of type object'],
  ['tools/list', { cursor: 7 }, 'params.cursor must be of type string, not number'],
])('turns -32603 of v1 for wrong params into -32602: %s %o', async (method, params, details) => {
  bench = openRelay('sdk-v1-server');
  const { call, records } = bench;
  if (method !== 'initialize') await call(0, 'initialize', opening);
  const { error } = await call(1, method, params);
  expect(error).toMatchObject({ code: -32602 });
  expect(JSON.stringify(error)).toContain(details);
  expect(records).toMatchObject([{ error_code: -32602 }]);
});

it('keeps -32603 if the params are right', async () => {
  bench = openRelay('rude-server');
  const { error } = await bench.call(1, 'tools/call', { name: 'broken', arguments: {} });
  expect(error).toMatchObject({ code: -32603, message: 'out of order' });
});

it('masks a secret in the exception text of a v1 server', async () => {
  bench = openRelay('sdk-v1-server');
  await bench.call(0, 'initialize', opening);
  const reply = await bench.call(1, 'tools/call', { name: 'leak', arguments: {} });
  expect(reply.result).toMatchObject({ isError: true });
  expect(textOf(reply)).toContain('cannot connect to postgres://');
  expect(JSON.stringify(reply)).not.toContain('hunter2');
});

it('gives subscriptions of 2026-07-28 the id that the client knows them by', async () => {
  bench = openRelay('sdk-v2-server', { era: '2026-07-28' });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': opening.clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  // So that its id and ours are not the same.
  await bench.call('first', 'tools/list', { _meta });
  const params = { _meta, notifications: { toolsListChanged: true } };
  const listen = bench.ask(
    `{"jsonrpc":"2.0","id":9007199254740993,"method":"subscriptions/listen","params":${JSON.stringify(params)}}`,
  );
  const acknowledged = await bench.waitFor('subscriptions/acknowledged');
  expect(acknowledged).toContain('"io.modelcontextprotocol/subscriptionId":9007199254740993');
  await bench.call(3, 'tools/call', { _meta, name: 'announce', arguments: {} });
  const changed = await bench.waitFor('tools/list_changed');
  expect(changed).toContain('"io.modelcontextprotocol/subscriptionId":9007199254740993');
  await bench.ask(
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}',
  );
  expect(await listen).toBeNull();
});
