import { inspect } from 'node:util';
import { recoveringFetch } from '@errata/mcp/client';
import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards, connectHttp, connectStdio, recover, SDKS } from './testing/clean-up.js';
import { callModern, openSession, post, postModern, serveRaw } from './testing/http.js';
import { serverCommand, sharedHttp, sharedServer } from './testing/start.js';
import { call, ENVELOPE, factsOf, HELLO, request, textOf } from './testing/wire.js';

cleanUpAfterwards();

const AUTHORIZED = { authorization: 'Bearer good' };
const rpcError = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32010, message: 'Device Unreachable', data: { device_id: 'dev-lab-01' } },
});

describe.each(SDKS)('HTTP before a client of SDK %s', (sdk) => {
  const failed = async (url: string) => {
    const client = await connectHttp(sdk, url);
    const error = await client.call('device').then(
      () => expect.fail('it succeeded'),
      (thrown: unknown) => thrown as Error & { code?: unknown; data?: unknown },
    );
    return { error, client };
  };

  it.each([400, 500])(
    '27. an error object inside status %i: the client buries code and data in text, recovering() reads them again',
    async (status) => {
      const url = await serveRaw((_, { id }) => ({ status, body: rpcError(id) }));
      const { error, client } = await failed(url);
      expect(error.code).not.toBe(-32010);
      expect(error.message).toContain('"code":-32010');
      const outcome = await recover(client, { maxAttempts: 1 }).tryCall('device');
      expect(outcome).toMatchObject({
        ok: false,
        failure: { origin: 'http', status, code: -32010, data: { device_id: 'dev-lab-01' } },
      });
    },
  );

  it('27. the same failure from our edge comes in status 200, and the client has its code and data', async () => {
    const { url } = await sharedHttp({ sdk: 'core', line: 'serve' });
    const client = await connectHttp(sdk, url);
    const error = await client.readResource('lab://message').then(
      () => expect.fail('it was read'),
      (thrown: unknown) => thrown as { code?: unknown; data?: unknown },
    );
    expect(error).toMatchObject({ code: -32603, data: { reason: 'INTERNAL_ERROR' } });
    expect((await client.call('declared')).isError).toBe(true);
  });

  it('28. 429 with Retry-After: the client loses the header, recovering() waits as long as it says', async () => {
    const limit = (_: number, { id }: { id?: unknown }) => ({
      status: 429,
      headers: { 'retry-after': '57' },
      body: { jsonrpc: '2.0', id, error: { code: -32000, message: 'Slow down' } },
    });
    const { error } = await failed(await serveRaw(limit));
    const { stack: _stack, ...shown } = { ...error, message: error.message };
    expect(inspect(shown, { depth: 6 })).not.toContain('57');

    const url = await serveRaw((count, message) =>
      count === 1
        ? limit(count, message)
        : { status: 200, body: { jsonrpc: '2.0', id: message.id, result: { content: [] } } },
    );
    const client = await connectHttp(sdk, url, { fetch: recoveringFetch() });
    const waits: number[] = [];
    const safe = recover(client, {
      sleep: async (ms) => void waits.push(ms),
      random: () => 0,
      annotations: () => ({ readOnlyHint: true }),
    });
    expect(await safe.call('device')).toMatchObject({ content: [] });
    expect(waits).toEqual([57_000]);
  });
});

describe('HTTP statuses go by origin', () => {
  it.each(['v1', 'v2', 'core'] as const)(
    '27. what a handler of %s fails with is 200; what the edge refuses is 400',
    async (sdk) => {
      const { url } = await sharedHttp({ sdk, line: 'serve' });
      const session = await openSession(url);
      const failures = await Promise.all([
        session(call(1, 'throw', { what: 'message' })),
        session(request(2, 'resources/read', { uri: 'lab://message' })),
      ]);
      expect(failures.map(({ status }) => status)).toEqual([200, 200]);
      const refused = await session('{"jsonrpc":"1.0","id":3,"method":"ping"}');
      expect(refused).toMatchObject({ status: 400, message: { id: 3, error: { code: -32600 } } });
      // A failure in one call leaves the session as it was.
      expect(await session(request(4, 'ping'))).toMatchObject({ status: 200, message: { id: 4 } });
    },
  );

  it.each(['v2', 'core'] as const)(
    '27. an unknown method on 2026-07-28 is 404 with −32601 from %s',
    async (sdk) => {
      const { url } = await sharedHttp({ sdk, line: 'serve' });
      const answer = await postModern(url, { method: 'nope/nope' });
      expect(answer).toMatchObject({ status: 404, message: { error: { code: -32601 } } });
    },
  );

  it('28. a limit of the server: 429 with the header from the edge, text and _meta from a tool', async () => {
    const { url } = await sharedHttp({ sdk: 'core', line: 'serve', auth: true });
    const door = await post(url, HELLO, { authorization: 'Bearer eager' });
    expect(door.status).toBe(429);
    expect(door.headers.get('retry-after')).toBe('30');
    expect(factsOf(door.message)).toMatchObject({ retry_after: 30 });
    const { message, status } = await (await openSession(url, AUTHORIZED))(call(1, 'limited'));
    expect(status).toBe(200);
    expect(textOf(message)).toContain('Next: retry after 30 s.');
    expect(factsOf(message)).toMatchObject({ reason: 'RATE_LIMITED', retry_after: 30 });
  });
});

describe.each(['v1', 'v2', 'core'] as const)('authorization, %s', (sdk) => {
  it.each([
    ['no token', {}, 401, 'UNAUTHORIZED', 'resource_metadata='],
    [
      'an expired token',
      { authorization: 'Bearer old' },
      401,
      'UNAUTHORIZED',
      'resource_metadata=',
    ],
    [
      'too small a scope',
      { authorization: 'Bearer narrow' },
      403,
      'SCOPE_MISSING',
      'insufficient_scope',
    ],
  ] as const)(
    '29. %s: the status, a challenge and the reason, and never a tool error',
    async (_, headers, status, reason, challenge) => {
      const { url } = await sharedHttp({ sdk, line: 'serve', auth: true });
      const answer = await post(url, call(1, 'echo', { n: 1 }), headers);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('www-authenticate')).toContain(challenge);
      expect(answer.message.result).toBeUndefined();
      expect(factsOf(answer.message)).toMatchObject({ reason });
    },
  );

  it('29. a token that a tool finds expired is 401 with a challenge as well', async () => {
    const { url } = await sharedHttp({ sdk, line: 'serve', auth: true });
    const answer = await (await openSession(url, AUTHORIZED))(call(1, 'unauthorized'));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=');
    expect(answer.message).toMatchObject({ id: 1, error: { code: -32015 } });
  });

  it('30. a session that is unknown is 404, one that is missing is 400', async () => {
    const { url } = await sharedHttp({ sdk, line: 'serve' });
    const unknown = { 'mcp-session-id': 'gone', 'mcp-protocol-version': '2025-11-25' };
    const answer = await post(url, request(1, 'ping'), unknown);
    expect(answer).toMatchObject({ status: 404, message: { id: 1, error: { code: -32600 } } });
    expect(answer.message.error?.message).toContain('send initialize again');
    const missing = await post(url, request(1, 'ping'), { 'mcp-protocol-version': '2025-11-25' });
    expect(missing.status).toBe(400);
  });
});

describe('eras', () => {
  it('29. a token of the server itself that an upstream refuses is a tool failure that says so: the client has nothing to renew', async () => {
    const server = await sharedServer({ sdk: 'v2', line: 'guard', declared: false });
    const message = await server.ask(call('upstream', 'throw', { what: 'axios' }));
    expect(message.result?.isError).toBe(true);
    expect(textOf(message)).toMatch(
      /^UPSTREAM_AUTH: A service that this server uses refused its credentials/,
    );
  });

  it('30. an unknown session before the bare SDK v1, served as its documentation shows it, is 400', async () => {
    const { url } = await sharedHttp({ sdk: 'v1', line: 'bare' });
    const answer = await post(url, request(1, 'ping'), { 'mcp-session-id': 'gone' });
    expect(answer.status).toBe(400);
  });

  it('30. an expired handle on 2026-07-28 is a tool error that says so', async () => {
    const { url } = await sharedHttp({ sdk: 'core', line: 'serve' });
    const { status, message } = await callModern(url, 'handle');
    expect(status).toBe(200);
    expect(message.result?.isError).toBe(true);
    expect(textOf(message)).toMatch(
      /^HANDLE_EXPIRED: The handle cursor-9 has expired\. Nothing was changed\. Next: Open a new handle and call again\./,
    );
  });

  describe.each(['v2', 'core'] as const)('2026-07-28, %s', (sdk) => {
    const params = { name: 'echo', arguments: { n: 1 } };
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    };
    const KEY = 'io.modelcontextprotocol/protocolVersion';

    it.each([
      ['without _meta', params, headers, -32602],
      [
        'with another version in its header',
        { ...params, _meta: ENVELOPE },
        { ...headers, 'mcp-protocol-version': '2025-11-25' },
        -32020,
      ],
      [
        'with another method in its header',
        { ...params, _meta: ENVELOPE },
        { ...headers, 'mcp-method': 'ping' },
        -32020,
      ],
      [
        'with another tool in its header',
        { ...params, _meta: ENVELOPE },
        { ...headers, 'mcp-name': 'rm' },
        -32020,
      ],
      [
        'in a version of the future',
        { ...params, _meta: { ...ENVELOPE, [KEY]: '2030-01-01' } },
        { ...headers, 'mcp-protocol-version': '2030-01-01' },
        -32022,
      ],
    ])('31. a request %s is refused with 400 under its id', async (_, given, sent, code) => {
      const { url } = await sharedHttp({ sdk, line: 'serve' });
      const answer = await post(url, request(9, 'tools/call', given), sent);
      expect(answer).toMatchObject({ status: 400, message: { id: 9, error: { code } } });
      if (code === -32022) {
        expect(answer.message.error?.data).toMatchObject({
          supported: expect.arrayContaining(['2026-07-28']) as string[],
          requested: '2030-01-01',
        });
      }
    });
  });

  it('31. a version header that a gateway passes on to a server which does not speak it: 400 with what it speaks', async () => {
    const { url } = await sharedHttp({ sdk: 'v1', line: 'serve' });
    const answer = await callModern(url, 'echo', { n: 1 });
    expect(answer.status).toBe(400);
    expect(answer.message.error?.data).toMatchObject({
      supported: expect.not.arrayContaining(['2026-07-28']) as string[],
      requested: '2026-07-28',
    });
  });

  it('31. a client that tries 2026-07-28 first falls back before a server that only speaks 2025, on stdio and HTTP', async () => {
    const { url } = await sharedHttp({ sdk: 'v1', line: 'serve' });
    const clients = [
      await connectHttp('v2', url, {}, 'auto'),
      await connectStdio('v2', serverCommand({ sdk: 'v1', line: 'serve' }), 'auto'),
    ];
    for (const client of clients) expect((await client.call('declared')).isError).toBe(true);
  });

  it('31. an unknown resource: the bare SDKs say −32602 in every era, guarded it is −32002 in eras that define it', async () => {
    const ask = request('ghost', 'resources/read', { uri: 'lab://ghost' });
    for (const sdk of SDKS) {
      const bare = await sharedServer({ sdk, line: 'bare' });
      expect((await bare.ask(ask)).error?.code).toBe(-32602);
      const guarded = await sharedServer({ sdk, line: 'guard', declared: false });
      expect((await guarded.ask(ask)).error).toMatchObject({
        code: -32002,
        data: { uri: 'lab://ghost' },
      });
    }
    const { url } = await sharedHttp({ sdk: 'v2', line: 'serve' });
    const modern = await postModern(url, {
      method: 'resources/read',
      params: { uri: 'lab://ghost' },
    });
    expect(modern.message.error).toMatchObject({ code: -32602, data: { uri: 'lab://ghost' } });
  });
});
