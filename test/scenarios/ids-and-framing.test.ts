import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards, SDKS } from './testing/clean-up.js';
import { openSession, post } from './testing/http.js';
import { sharedHttp, sharedServer } from './testing/start.js';
import { call, factsOf, read, request, textOf, type Message } from './testing/wire.js';

cleanUpAfterwards();

describe.each(SDKS)('ids and framing, a server of SDK %s', (sdk) => {
  /** What lines come to at the server as it is, and behind our edge. Both went on with the request after them. */
  const both = async (...lines: string[]) => {
    const bare = await sharedServer({ sdk, line: 'bare' });
    const served = await sharedServer({ sdk, line: 'serve' });
    return { before: await bare.through(...lines), after: await served.through(...lines), served };
  };

  it('1. malformed JSON with a readable id: the bare SDK stays silent, the edge answers −32700 under that id and goes on', async () => {
    const { before, after } = await both('{"jsonrpc":"2.0","id":7,"method":"ping"');
    expect(before).toEqual([]);
    expect(after).toMatchObject([{ id: 7, error: { code: -32700 } }]);
  });

  it('2. malformed JSON without a readable id: the bare SDK stays silent, the edge answers without an id and tells the operator', async () => {
    const { before, after, served } = await both('{"jsonrpc": {{{');
    expect(before).toEqual([]);
    expect(after).toMatchObject([{ error: { code: -32700 } }]);
    expectNoId(after[0]!);
    await served.says('"request_id":null,"tool_name":null,"error_code":-32700');
  });

  it('2. malformed JSON over HTTP: the bare SDK writes id null, the edge leaves it out; both say 400', async () => {
    const [bare, served] = await Promise.all([
      sharedHttp({ sdk, line: 'bare' }),
      sharedHttp({ sdk, line: 'serve' }),
    ]);
    const before = await (await openSession(bare.url))('{"jsonrpc": {{{');
    const after = await (await openSession(served.url))('{"jsonrpc": {{{');
    expect(before).toMatchObject({ status: 400, message: { id: null, error: { code: -32700 } } });
    expect(after).toMatchObject({ status: 400, message: { error: { code: -32700 } } });
    expectNoId(after.message);
  });

  it('3. a request with id null: the bare SDK stays silent, the edge answers −32600 without an id', async () => {
    const { before, after } = await both('{"jsonrpc":"2.0","id":null,"method":"ping"}');
    expect(before).toEqual([]);
    expect(after).toMatchObject([{ error: { code: -32600 } }]);
    expectNoId(after[0]!);
  });

  it('5. unusual ids: the bare SDK drops one that is too large and rewrites 1.0, the edge echoes each digit for digit', async () => {
    const ids = ['0', '""', '"größe-日本"', '-5', '1.0', '9007199254740993'];
    const lines = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    const ask = async (line: 'bare' | 'serve', id: RegExp) => {
      const server = await sharedServer({ sdk, line });
      const before = server.lines.length;
      await server.through(...lines);
      return server.lines.slice(before, -1).map((text) => id.exec(text)?.[1]);
    };
    const echoed = await ask('bare', /"id":([^,{}]*)\}$/);
    expect(echoed).toEqual(['0', '""', '"größe-日本"', '-5', '1']);
    expect(await ask('serve', /"id":(.*),"result":\{\}\}$/)).toEqual(ids);
  });

  it('5. ids 55 and "55" in flight at once are two ids', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    server.send(call(55, 'hold', { key: 'a' }), call('55', 'hold', { key: 'b' }));
    await Promise.all([server.says('holding a\n'), server.says('holding b\n')]);
    server.send(call('x', 'release', { key: 'b' }));
    expect(textOf(await server.reply('55'))).toBe('held b');
    server.send(call('y', 'release', { key: 'a' }));
    expect(textOf(await server.reply(55))).toBe('held a');
  });

  it('6. a duplicate id in flight: the bare SDK answers both under it, the edge refuses the second and answers the first', async () => {
    const ask = async (line: 'bare' | 'serve') => {
      const server = await sharedServer({ sdk, line });
      server.send(call(60, 'hold', { key: 'first' }));
      await server.says('holding first\n');
      server.send(call(60, 'echo', { n: 2 }));
      await server.reply(60);
      server.send(call('go', 'release', { key: 'first' }));
      await server.line((text) => text.includes('held first'));
      return server.lines.map(read).filter(({ id }) => id === 60);
    };
    expect((await ask('bare')).map(textOf)).toEqual(['n=2', 'held first']);
    const [refused, first, ...more] = await ask('serve');
    expect(refused).toMatchObject({ error: { code: -32600 } });
    expect(textOf(first!)).toBe('held first');
    expect(more).toEqual([]);
  });

  it('6. the same id in two sessions over HTTP: each gets its own answer', async () => {
    const { url } = await sharedHttp({ sdk, line: 'serve' });
    const [one, two] = await Promise.all([openSession(url), openSession(url)]);
    const answers = await Promise.all([
      one(call(5, 'echo', { n: 1 })),
      two(call(5, 'echo', { n: 2 })),
    ]);
    expect(answers.map(({ message }) => [message.id, textOf(message)])).toEqual([
      [5, 'n=1'],
      [5, 'n=2'],
    ]);
  });

  it('7. text without a newline on stdout: it swallows the reply of the bare SDK, behind the edge it is on stderr', async () => {
    const bare = await sharedServer({ sdk, line: 'bare' });
    bare.send(call(70, 'print', { text: 'Loading model...' }));
    const glued = await bare.line((text) => text.includes('printed'));
    expect(glued).toMatch(/^Loading model\.\.\.\{/);

    const served = await sharedServer({ sdk, line: 'serve' });
    expect(textOf(await served.ask(call(70, 'print', { text: 'Loading model...' })))).toBe(
      'printed',
    );
    expect(served.lines.filter((line) => !line.startsWith('{"jsonrpc":"2.0",'))).toEqual([]);
    await served.says(
      'something wrote to stdout; it was moved to stderr. First: "Loading model..."',
    );
  });

  it('9. a handler that never answers: with the bare SDK its caller waits forever, with a deadline it gets the tool and the time', async () => {
    const bare = await sharedServer({ sdk, line: 'bare' });
    expect(await bare.through(call(90, 'hang'))).toEqual([]);

    const served = await sharedServer({ sdk, line: 'serve' });
    const answer = await served.ask(call(90, 'hang'));
    expect(textOf(answer)).toMatch(/^TIMEOUT: hang did not finish within 0\.05 s\./);
    expect(factsOf(answer)).toMatchObject({ reason: 'TIMEOUT', effect: 'unknown' });
  });

  it('9. the same over HTTP: an answer, not a stream that ends empty', async () => {
    const { url } = await sharedHttp({ sdk, line: 'serve' });
    const { status, message } = await (await openSession(url))(call(1, 'hang'));
    expect(status).toBe(200);
    expect(factsOf(message)).toMatchObject({ reason: 'TIMEOUT' });
  });
});

it('1. malformed JSON before a server without any SDK: answered under its id as well, and so over HTTP', async () => {
  const server = await sharedServer({ sdk: 'core', line: 'serve' });
  const broken = '{"jsonrpc":"2.0","id":"a","method":';
  expect(await server.through(broken)).toMatchObject([{ id: 'a', error: { code: -32700 } }]);
  const { url } = await sharedHttp({ sdk: 'core', line: 'serve' });
  const answer = await post(url, broken);
  expect(answer).toMatchObject({ status: 400, message: { id: 'a', error: { code: -32700 } } });
});

it('3. a request with id null over HTTP: 400 and −32600 without an id, from a server without any SDK too', async () => {
  const { url } = await sharedHttp({ sdk: 'core', line: 'serve' });
  const answer = await post(url, '{"jsonrpc":"2.0","id":null,"method":"ping"}');
  expect(answer).toMatchObject({ status: 400, message: { error: { code: -32600 } } });
  expectNoId(answer.message);
});

it('5. unusual ids over HTTP come back digit for digit', async () => {
  const { url } = await sharedHttp({ sdk: 'v2', line: 'serve' });
  const session = await openSession(url);
  for (const id of ['0', '""', '"größe"', '1.0', '9007199254740993']) {
    const { raw } = await session(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect(raw).toContain(`"id":${id},`);
  }
  expect((await session(request('last', 'ping'))).message).toMatchObject({ id: 'last' });
});

/** JSON-RPC would say null; the schemas of MCP forbid it, and both SDK clients drop such a reply. */
function expectNoId(message: Message): void {
  expect(Object.keys(message)).not.toContain('id');
}
