import { writeFileSync } from 'node:fs';
import { closing, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { openAdministration } from '../admin/open-administration.js';
import { httpAccess } from './http-access.js';
import { errorOf, resultOf } from './testing/answers.js';
import { startGateway, TOKENS, type GatewayOptions } from './testing/start-gateway.js';

const close = closing();
const start = async (options?: GatewayOptions) => close(await startGateway(options));
const file = temporaryFolder();
const SHARED = 'canary-of-the-shared-token';
const findUser = () => Promise.resolve(undefined);

describe('how the gateway is reached', () => {
  it.each<[object, string | undefined, string]>([
    [{}, undefined, 'over HTTP the gateway needs the tokens of its users, or has to be told'],
    [{ trustEverybody: false }, undefined, 'over HTTP the gateway needs the tokens'],
    [{ trustEverybody: true }, SHARED, 'everybody is trusted, or there are tokens: choose one'],
    [{ trustEverybody: true, tokens: file('tokens') }, undefined, 'choose one'],
    [{ trustEverybody: true, host: '0.0.0.0' }, undefined, 'on loopback only, not on 0.0.0.0'],
    [{ tokens: file('none') }, undefined, 'the file of tokens cannot be read (ENOENT)'],
    [{ tokens: file('.') }, undefined, 'the file of tokens cannot be read (EISDIR)'],
    [{}, 'canary', '$ERRATA_ENGRAM_TOKEN: a token has at least 16 characters'],
    [{}, 'canary canary canary', 'all of them printable ASCII'],
  ])('rejects %j', (options, shared, message) => {
    expect(() => httpAccess(options, shared, findUser)).toThrow(TypeError);
    expect(() => httpAccess(options, shared, findUser)).toThrow(message);
    expect(() => httpAccess(options, shared, findUser)).not.toThrow(/canary/);
  });

  it('knows those who have tokens, in the file and beside it', async () => {
    writeFileSync(file('people'), `ann ${TOKENS.ann}\n`);
    const { users, http } = httpAccess({ tokens: file('people') }, SHARED, findUser);
    expect(users).toEqual(['ann']);
    expect(http).toMatchObject({ host: '127.0.0.1', port: 0, path: '/mcp' });
    const identityOf = (token: string) =>
      http.authorize!({ header: () => `Bearer ${token}` } as never);
    expect(await identityOf(TOKENS.ann)).toEqual({ user: 'ann', speaksForOthers: false });
    expect(await identityOf(SHARED)).toEqual({ user: undefined, speaksForOthers: true });
  });

  it('takes the name of its host from its URL', () => {
    const { http } = httpAccess({ url: 'https://memory.example/mcp' }, SHARED, findUser);
    expect(http.allowedHosts).toContain('memory.example');
  });
});

describe('a client without a valid token', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const post = (url: string, authorization?: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        connection: 'close',
        ...(authorization !== undefined && { authorization }),
      },
      body,
    });

  it.each([
    [undefined, 'Bearer realm="engram"'],
    ['Basic YW5uOng=', 'Bearer realm="engram"'],
    ['Bearer canary-of-nobody-123', 'Bearer realm="engram", error="invalid_token"'],
  ])('gets a challenge: %j', async (authorization, challenge) => {
    const gateway = await start();
    const response = await post(gateway.url, authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(challenge);
    const text = await response.text();
    const id = response.headers.get('x-correlation-id');
    expect(JSON.parse(text)).toMatchObject({
      jsonrpc: '2.0',
      error: {
        code: -32002,
        message: 'Authentication failed',
        data: { category: 'business', reason: 'AUTH_FAILED', retryable: false, correlation_id: id },
      },
    });
    expect(text + JSON.stringify(gateway.records)).not.toContain('canary');
    expect(gateway.records).toMatchObject([{ ref: id, mcp_error_code: 'AUTH_FAILED' }]);
    expect(await gateway.counts()).toMatchObject({ write_audit: 0 });
  });

  it('says who they are where everybody is trusted, or is refused', async () => {
    const gateway = await start({ user: undefined, http: { trustEverybody: true } });
    const client = await gateway.connect('');
    const nobody = await client.callTool('memory_store', { content: 'x' });
    expect(errorOf(nobody)).toMatchObject({
      ...{ code: -32002, message: 'The call does not say who is asking' },
      data: { category: 'business', reason: 'ACTOR_UNKNOWN', retryable: false },
    });
    const named = await client.callTool('memory_store', { content: 'x', actor: 'root' });
    expect(resultOf(named).structuredContent).toMatchObject({ space: 'private:root' });
  });
});

describe('where everybody is trusted and the operator names a user', () => {
  it('is that user who calls without an actor', async () => {
    const gateway = await start({ user: 'kim', http: { trustEverybody: true } });
    const client = await gateway.connect('');
    const own = await client.callTool('memory_store', { content: 'x' });
    expect(resultOf(own).structuredContent).toMatchObject({ space: 'private:kim' });
    const named = await client.callTool('memory_store', { content: 'x', actor: 'root' });
    expect(resultOf(named).structuredContent).toMatchObject({ space: 'private:root' });
  });

  it('has no rights beyond anybody’s: nothing proves that it is that user', async () => {
    const gateway = await start({ user: 'root', http: { trustEverybody: true } });
    const client = await gateway.connect('');
    const answer = await client.callTool('governance_update', { team_write_enabled: true });
    expect(errorOf(answer).data.reason).toBe('GOVERNANCE_UPDATE_DENIED');
  });
});

describe('a shared token', () => {
  it('is no identity: a call has to name its actor', async () => {
    const gateway = await start({ user: 'kim' });
    for (const era of ['2025-11-25', '2026-07-28'] as const) {
      const somebody = await gateway.connect(TOKENS.everybody, era);
      const { text } = await somebody.callTool('memory_query', { query: 'x' });
      expect(text).toContain('"reason":"ACTOR_UNKNOWN"');
      expect(text).toContain(`"code":${era === '2025-11-25' ? -32002 : -31002}`);
    }
  });
});

describe('a session', () => {
  it('works only for the user who opened it', async () => {
    const gateway = await start();
    const [ann, bob] = [await gateway.connect(), await gateway.connect(TOKENS.bob)];
    expect(ann.sessionId).toBeDefined();
    const stolen = { 'mcp-session-id': ann.sessionId };
    for (const token of [TOKENS.bob, TOKENS.everybody]) {
      const headers = { ...stolen, authorization: `Bearer ${token}` };
      const answer = await bob.callTool('memory_store', { content: 'stolen' }, headers);
      expect(answer.status).toBe(404);
      expect(answer.message).not.toHaveProperty('result');
    }
    const listening = await fetch(gateway.url, {
      headers: {
        ...{ accept: 'text/event-stream', authorization: `Bearer ${TOKENS.bob}` },
        ...{ 'mcp-session-id': ann.sessionId!, connection: 'close' },
      },
    });
    expect(listening.status).toBe(404);
    const ending = await fetch(gateway.url, {
      method: 'DELETE',
      headers: {
        ...{ authorization: `Bearer ${TOKENS.bob}`, 'mcp-session-id': ann.sessionId! },
        connection: 'close',
      },
    });
    expect(ending.status).toBe(404);
    expect(resultOf(await ann.callTool('memory_query', { query: 'stolen' }))).toMatchObject({
      structuredContent: { ok: true, results: [] },
    });
  });
});

describe('the actor of a call', () => {
  it('is whose token it is, and nobody else', async () => {
    const gateway = await start();
    const ann = await gateway.connect();
    const own = await ann.callTool('memory_store', { content: 'x', actor: 'ann' });
    expect(resultOf(own).structuredContent).toMatchObject({ space: 'private:ann' });
    const before = await gateway.counts();
    const other = await ann.callTool('memory_store', { content: 'x', actor: 'bob' });
    expect(errorOf(other).data).toMatchObject({
      reason: 'INVALID_PARAM_VALUE',
      details: { param: 'actor', tool: 'memory_store' },
    });
    expect(await gateway.counts()).toEqual(before);
  });

  it('is whom it names, with a token that several share', async () => {
    const gateway = await start();
    const somebody = await gateway.connect(TOKENS.everybody);
    const stored = await somebody.callTool('memory_store', { content: 'for bob', actor: 'bob' });
    expect(resultOf(stored).structuredContent).toMatchObject({ space: 'private:bob' });
    const bob = await gateway.connect(TOKENS.bob);
    const found = await bob.callTool('memory_query', { query: 'bob' });
    expect(resultOf(found).structuredContent['results']).toHaveLength(1);
  });
});

describe('tokens of the logbook', () => {
  it('let a user in, until they are rotated or the user is removed', async () => {
    const gateway = await start({ http: { tokens: 'logbook' }, user: undefined });
    const admin = await openAdministration({
      logbook: gateway.logbookUrl,
      evidenceFolder: gateway.evidenceFolder,
      env: { HOME: file('.') },
    });
    const rotate = async () => {
      const { token } = await admin.changeUser({ action: 'rotate_token', user: 'root' });
      return token!;
    };
    try {
      const first = await rotate();
      const store = async (token: string) =>
        (await gateway.connect(token, '2026-07-28')).callTool('memory_store', { content: 'x' });
      expect(resultOf(await store(first)).structuredContent).toMatchObject({
        space: 'private:root',
      });
      const second = await rotate();
      expect(errorOf(await store(first))).toMatchObject({ data: { reason: 'AUTH_FAILED' } });
      expect(resultOf(await store(second)).structuredContent).toMatchObject({ ok: true });
      await admin.changeUser({ action: 'add', user: 'ann', role: 'admin' });
      await admin.changeUser({ action: 'remove', user: 'root' });
      expect(errorOf(await store(second))).toMatchObject({ data: { reason: 'AUTH_FAILED' } });
    } finally {
      await admin.close();
    }
  });
});
