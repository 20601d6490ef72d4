import { describe, expect, it } from 'vitest';
import { jsonrpcContract } from '@errata/catalogs/jsonrpc';
import type { FaultRecord, Handler } from '@errata/core';
import type { HttpHead } from './http-messages.js';
import type { HttpEdgeOptions } from './settings.js';
import { modern } from './testing/modern.js';
import { serveMethods } from './serve-methods.js';
import { ADAPTERS } from './testing/adapters.js';
import { contract, demo, methods, SECRET } from './testing/demo.js';
import {
  call,
  createDemoEdge,
  describeRows,
  failure,
  INITIALIZE,
  post,
  problem,
  row,
} from './testing/rows.js';

/** Tokens that say what is to happen. */
function authorize({ header }: HttpHead): unknown {
  switch (header('authorization')) {
    case 'Bearer good':
      return { user: 'ada' };
    case 'Bearer late':
      return Promise.resolve({ user: 'late' });
    case 'Bearer weak':
      throw demo.FORBIDDEN();
    case 'Bearer eager':
      return Promise.reject(demo.SLOW_DOWN());
    case 'Bearer elsewhere':
      throw demo.DEVICE_UNREACHABLE({ device_id: 'identity provider' });
    case 'Bearer broken':
      throw new Error(`lookup of ${SECRET} failed`);
    default:
      throw demo.UNAUTHORIZED();
  }
}

const token = (name: string) => ({ authorization: `Bearer ${name}` });
const ping = call('ping');
const CHALLENGE =
  'Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource"';

describeRows(
  'an edge that asks who is there',
  { authorize, challenge: CHALLENGE, sessions: false },
  [
    row('a good token', post(ping, token('good')), 200, '{"jsonrpc":"2.0","id":1,"result":{}}'),
    row(
      'a token that takes time',
      post(ping, token('late')),
      200,
      '{"jsonrpc":"2.0","id":1,"result":{}}',
    ),
    row('no token', post(ping), 401, failure(-32011, 'Unauthorized'), {
      'www-authenticate': CHALLENGE,
    }),
    row('too little scope', post(ping, token('weak')), 403, failure(-32012, 'Forbidden'), {
      'www-authenticate': CHALLENGE,
    }),
    row('too often', post(ping, token('eager')), 429, failure(-32013, 'Slow down'), {
      'retry-after': '7',
    }),
    row(
      'the service that knows the tokens is down',
      post(ping, token('elsewhere')),
      502,
      failure(-32010, 'Device Unreachable', { device_id: 'identity provider' }),
    ),
    row(
      'a hook that breaks is masked',
      post(ping, token('broken')),
      500,
      /^\{"jsonrpc":"2\.0","id":1,"error":\{"code":-32603,"message":"Internal error","data":\{"ref":"corr-[0-9a-f]{16}"\}\}\}$/,
      { 'www-authenticate': null },
    ),
    row(
      'the origin comes first',
      post(ping, { origin: 'https://evil.example' }),
      403,
      problem('origin-refused'),
      { 'www-authenticate': null },
    ),
    row(
      'no token, and a long body: it is not read',
      post(call('ping', { filler: 'x'.repeat(70_000) })),
      401,
      failure(-32011, 'Unauthorized', undefined, null),
    ),
    row('the HTTP method comes first', { method: 'PUT' }, 405, problem('http-method')),
    row(
      'the token comes before the type',
      post(ping, { 'content-type': 'text/plain' }),
      401,
      /-32011/,
    ),
  ],
);

describe('what authorize is about', () => {
  const neutral = ADAPTERS['neutral']!;

  it('is given to the handlers', async () => {
    const seen: unknown[] = [];
    const whoami: Record<string, Handler> = {
      ping(_params, { exchange }) {
        seen.push(exchange?.auth);
        return {};
      },
    };
    const edge = createDemoEdge({
      authorize,
      sessions: false,
      open: serveMethods({ contract, methods: whoami }),
    });
    await (await neutral(edge)).send(post(ping, token('late')));
    expect(seen).toEqual([{ user: 'late' }]);
  });

  it('sets the status even if the contract does not declare the failure', async () => {
    const open = serveMethods({ contract: jsonrpcContract, methods });
    const edge = createDemoEdge({ authorize, sessions: false, contract: jsonrpcContract, open });
    const { send } = await neutral(edge);
    expect(await send(post(ping))).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: failure(-32600, 'Invalid Request'),
    });
    expect(await send(post(ping, token('weak')))).toMatchObject({ status: 403 });
    expect(await send(post(ping, token('eager')))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
    });
  });

  it('takes a challenge that depends on the fault, and one that breaks or would split the header', async () => {
    const challenge = (fault: { reason: string }, request: HttpHead) => {
      if (request.header('x-mode') === 'throw') throw new Error(SECRET);
      return request.header('x-mode') === 'split'
        ? 'Bearer a\r\nX-Evil: 1'
        : `Bearer error="${fault.reason}"`;
    };
    const { send } = await neutral(createDemoEdge({ authorize, challenge, sessions: false }));
    const challenged = async (mode: string) =>
      (await send(post(ping, { 'x-mode': mode }))).headers['www-authenticate'];
    expect(await challenged('none')).toBe('Bearer error="UNAUTHORIZED"');
    expect(await challenged('throw')).toBe('Bearer');
    expect(await challenged('split')).toBe('Bearer a X-Evil: 1');
  });

  it('reports the masked details to the operator, without secrets', async () => {
    const records: FaultRecord[] = [];
    const edge = createDemoEdge({
      authorize,
      sessions: false,
      onFault: (record) => records.push(record),
    });
    const { body } = await (await neutral(edge)).send(post(ping, token('broken')));
    expect(body).not.toContain(SECRET);
    expect(records).toHaveLength(1);
    expect(body).toContain(records[0]!.ref);
    expect(records[0]!.causes.length).toBeGreaterThan(0);
  });

  it('guards the streams of sessions too', async () => {
    const { send } = await neutral(createDemoEdge({ authorize }));
    expect((await send({ method: 'GET', headers: { 'mcp-session-id': 'x' } })).status).toBe(401);
    expect((await send({ method: 'DELETE', headers: { 'mcp-session-id': 'x' } })).status).toBe(401);
  });

  it('keeps a session for the client that opened it: for others it does not exist', async () => {
    const edge = createDemoEdge({
      authorize,
      ownerOf: (auth) => (auth as { user: string }).user,
    });
    const { send } = await neutral(edge);
    const mine = await send(post(INITIALIZE, token('good')));
    const session = { 'mcp-session-id': mine.headers['mcp-session-id']! };
    const asks = (name: string) => ({ ...token(name), ...session });
    const events = { accept: 'text/event-stream' };
    for (const request of [
      post(ping, asks('late')),
      post(INITIALIZE, asks('late')),
      { method: 'GET', headers: { ...asks('late'), ...events } },
      { method: 'DELETE', headers: asks('late') },
    ]) {
      expect(await send(request)).toMatchObject({
        status: 404,
        body: expect.stringContaining('session-unknown'),
      });
    }
    expect(await send(post(ping, asks('good')))).toMatchObject({ status: 200 });
    expect(await send({ method: 'DELETE', headers: asks('good') })).toMatchObject({ status: 204 });
  });

  const session = async (
    options: Partial<HttpEdgeOptions>,
    user: unknown,
    other: unknown,
  ): Promise<[opened: number, own: number, foreign: number]> => {
    const edge = createDemoEdge({
      authorize: ({ header }) => (header('authorization') === 'user' ? user : other),
      ...options,
    });
    const { send } = await neutral(edge);
    const opened = await send(post(INITIALIZE, { authorization: 'user' }));
    const id = opened.headers['mcp-session-id'] ?? 'none';
    const ask = async (authorization: string) =>
      (await send(post(call('echo'), { authorization, 'mcp-session-id': id }))).status;
    return [opened.status, await ask('user'), await ask('other')];
  };

  it.each([
    ['sub', { sub: 'ada', token: 'a1' }, { sub: 'eve', token: 'b1' }],
    ['sub before id', { sub: 'ada', id: 'session-1' }, { sub: 'eve', id: 'session-1' }],
    [
      'the issuer of sub',
      { iss: 'https://a.example', sub: '7' },
      { iss: 'https://b.example', sub: '7' },
    ],
    ['user.id', { user: { id: 7 } }, { user: { id: 8 } }],
    ['id', { id: 'ada' }, { id: 'eve' }],
    ['the member', { sub: '1' }, { id: '1' }],
    ['the member, inside too', { id: '1' }, { user: { id: '1' } }],
    ['the type', { sub: 1 }, { sub: '1' }],
    ['the issuer, and not its end', { iss: 'a', sub: 'b c' }, { iss: 'a b', sub: 'c' }],
  ])('binds a session to its opener by default, by %s', async (_name, user, other) => {
    expect(await session({}, user, other)).toEqual([200, 200, 404]);
  });

  it('does not take a refreshed token for another user', async () => {
    let token = 0;
    const authorize = () => ({ sub: 'ada', token: `t-${++token}` });
    expect(await session({ authorize }, {}, {})).toEqual([200, 200, 200]);
  });

  it.each([
    ['nothing', undefined],
    ['the token itself', 'token-1'],
    ['a client that many users share', { token: 'token-1', clientId: 'host', scopes: [] }],
    ['an empty name', { sub: '' }],
  ])('opens no session where authorize returns %s, and says what to do', async (_name, auth) => {
    const records: FaultRecord[] = [];
    const onFault = (record: FaultRecord) => records.push(record);
    expect(await session({ onFault }, auth, auth)).toEqual([500, 500, 500]);
    expect(records[0]!.details).toBe(
      'The server cannot tell whose session this is: authorize has to return sub, user.id or id, or the ownerOf option has to name the owner',
    );
  });

  it('rejects an ownerOf without an owner', async () => {
    expect(await session({ ownerOf: () => '' }, { sub: 'a' }, { sub: 'b' })).toEqual([
      500, 500, 500,
    ]);
  });

  it('binds no session with `ownerOf: false`', async () => {
    expect(await session({ ownerOf: false }, { sub: 'ada' }, { sub: 'eve' })).toEqual([
      200, 200, 200,
    ]);
    expect(await session({ ownerOf: false }, 'token-1', 'token-2')).toEqual([200, 200, 200]);
  });

  it('needs no owner without sessions', async () => {
    const { send } = await neutral(createDemoEdge({ authorize: () => 'token-1' }));
    expect((await send(modern('echo'))).status).toBe(200);
  });
});
