import { isRecoveryError, type RecoveryError } from '@errata/core';
import type { CallFailure } from '@errata/core/internal';
import { routerosContract } from '@errata/catalogs';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientLike } from './client-like.js';
import type { RecoveringOptions, RetryEvent } from './options.js';
import { recovering } from './recovering.js';
import { recoveringFetch } from './recovering-fetch.js';
import { connectHttpV1, connectHttpV2, type HttpOptions } from './testing/connect.js';
import { serveHttpV2 } from './testing/serve-http.js';
import { errorReply, serveRaw, type RawServer } from '@errata/testing/raw-server';

const CLIENTS = [
  { sdk: 'v1', connect: connectHttpV1 },
  {
    sdk: 'v2',
    connect: (url: URL, options?: HttpOptions) => connectHttpV2(url, '2025-11-25', options),
  },
] as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Answer = Parameters<typeof serveRaw>[0];

async function givenUp(call: Promise<unknown>): Promise<RecoveryError> {
  const error = await call.then(
    (value) => expect.fail(`no failure but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isRecoveryError(error)) throw error;
  return error;
}

describe.each(CLIENTS)('HTTP failures with the client of $sdk', ({ sdk, connect }) => {
  async function open(answer: Answer, options: RecoveringOptions & HttpOptions = {}) {
    const { fetch, ...rest } = options;
    const server: RawServer = await serveRaw(answer);
    closing.push(server.close);
    const client = await connect(server.url, fetch === undefined ? {} : { fetch });
    closing.push(() => client.close());
    const retries: RetryEvent[] = [];
    const safe = recovering(client as ClientLike, {
      random: () => 0.5,
      sleep: async () => {},
      onRetry: (event) => retries.push(event),
      ...rest,
    }) as unknown as { callTool(params: object): Promise<{ content: unknown }> };
    return { server, retries, call: (name: string) => safe.callTool({ name, arguments: {} }) };
  }

  const onCall =
    (answer: Answer): Answer =>
    (request, count) =>
      request.method === 'tools/call' ? answer(request, count) : undefined;

  it('waits as long as the body of a 429 says, and retries writes too', async () => {
    const { call, retries } = await open(
      onCall(({ id }, count) =>
        count > 1
          ? undefined
          : { status: 429, body: errorReply(id, -32006, 'Slow down', { retry_after: 12 }) },
      ),
    );
    expect(await call('write')).toMatchObject({ content: [{ text: 'done' }] });
    expect(retries).toHaveLength(1);
    expect(retries[0]).toMatchObject({
      delayMs: 12_000,
      failure: { origin: 'http', status: 429, code: -32006, message: 'Slow down', effect: 'none' },
    });
    expect(retries[0]!.failure.raw).toBeInstanceOf(Error);
  });

  it('loses Retry-After to the SDK, and keeps it with recoveringFetch', async () => {
    const answer = onCall((_, count) =>
      count > 1 ? undefined : { status: 429, headers: { 'retry-after': '30' }, body: 'slow down' },
    );
    const without = await open(answer);
    await without.call('write');
    expect(without.retries.map(({ delayMs }) => delayMs)).toEqual([250]);

    const withFetch = await open(answer, { fetch: recoveringFetch() });
    await withFetch.call('write');
    expect(withFetch.retries.map(({ delayMs }) => delayMs)).toEqual([30_000]);
    expect(withFetch.retries[0]!.failure).toMatchObject({ origin: 'http', status: 429 });
  });

  it('plans ask-user for a 401, with the text of its body', async () => {
    const { call, server } = await open(
      onCall(({ id }) => ({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        body: errorReply(id, -32001, 'Token expired'),
      })),
    );
    const error = await givenUp(call('read'));
    expect(error.failure).toMatchObject({ origin: 'http', status: 401, message: 'Token expired' });
    expect(error.plan.action).toBe('ask-user');
    expect(server.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  it('digs out the error that a 404 buries, and keeps the exception of the SDK as the cause', async () => {
    const { call } = await open(
      onCall(({ id }) => ({
        status: 404,
        body: errorReply(id, -32601, 'Method not found', { method: 'x' }),
      })),
    );
    const error = await givenUp(call('read'));
    expect(error.failure).toMatchObject({
      origin: 'http',
      status: 404,
      code: -32601,
      message: 'Method not found',
      data: { method: 'x' },
      effect: 'none',
    });
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.failure.raw).toBe(error.cause);
    expect((error.cause as Error).constructor.name).toBe(
      sdk === 'v1' ? 'StreamableHTTPError' : 'SdkHttpError',
    );
  });

  it('shows the status instead of an HTML page', async () => {
    const { call } = await open(
      onCall(() => ({ status: 500, body: `<html>${'x'.repeat(20_000)}</html>` })),
    );
    const error = await givenUp(call('read'));
    expect(error.failure).toMatchObject({ origin: 'http', status: 500, effect: 'unknown' });
    expect(error.message.length).toBeLessThan(300);
  });

  it('repeats a read whose connection broke, and no write', async () => {
    const { call, server, retries } = await open(
      onCall((_, count) => (count === 2 ? undefined : null)),
    );
    expect(await call('read')).toMatchObject({ content: [{ text: 'done' }] });
    expect(retries[0]!.failure).toMatchObject({ origin: 'local', kind: 'closed' });
    const error = await givenUp(call('write'));
    expect(error.failure).toMatchObject({ origin: 'local', kind: 'closed', effect: 'unknown' });
    expect(server.methods.filter((method) => method === 'tools/call')).toHaveLength(3);
  });

  it('asks for the list of tools once, and only when a decision depends on it', async () => {
    const { call, server } = await open(
      onCall(({ id }, count) =>
        count === 1 ? undefined : { status: 200, body: errorReply(id, -32050, 'x', BUSY) },
      ),
    );
    const listed = () => server.methods.filter((method) => method === 'tools/list').length;
    await call('write');
    expect(listed()).toBe(0);
    await givenUp(call('write'));
    await givenUp(call('read'));
    expect(listed()).toBe(1);
  });

  it('works without the tool list if it is not available', async () => {
    const { call, server } = await open(({ id, method }) => {
      if (method === 'tools/list') return { status: 500, body: 'broken' };
      return method === 'tools/call' ? { body: errorReply(id, -32050, 'x', BUSY) } : undefined;
    });
    const error = await givenUp(call('read'));
    expect(error.failure).toMatchObject({ code: -32050, reason: 'BUSY' });
    expect(error.attempts).toBe(1);
    await givenUp(call('read'));
    expect(server.methods.filter((method) => method === 'tools/list')).toHaveLength(1);
  });

  it('knows a failure by the contracts that the peer speaks', async () => {
    const failures: CallFailure[] = [];
    const { call } = await open(
      onCall(({ id }) => ({ body: errorReply(id, -32010, 'Device Unreachable', {}) })),
      {
        contracts: [routerosContract],
        maxAttempts: 1,
        onFailure: ({ failure }) => failures.push(failure),
      },
    );
    await givenUp(call('read'));
    expect(failures).toMatchObject([
      { domain: 'routeros', reason: 'DEVICE_UNREACHABLE', strategy: 'retry_with_backoff' },
    ]);
  });

  it('stops when the budget is used up', async () => {
    const { call, server } = await open(
      onCall(({ id }) => ({ body: errorReply(id, -32050, 'x', { ...BUSY, effect: 'none' }) })),
      { maxAttempts: 100, now: () => 0 },
    );
    const error = await givenUp(call('write'));
    expect(error.plan.why).toContain('budget');
    expect(error.attempts).toBe(11);
    expect(server.methods.filter((method) => method === 'tools/call')).toHaveLength(11);
  });
});

const BUSY = { mcp_error_code: 'BUSY', retryable: true, retry_after: 1 };

it('reads the 404 of a real server of SDK v2 on 2026-07-28', async () => {
  const server = await serveHttpV2();
  closing.push(server.close);
  const client = await connectHttpV2(server.url, '2026-07-28');
  closing.push(() => client.close());
  const error = await givenUp(recovering(client).readResource({ uri: 'test://a' }));
  expect(error.failure).toMatchObject({ origin: 'http', status: 404, code: -32601 });
  expect(error.attempts).toBe(1);
});
