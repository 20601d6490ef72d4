import { call, describeRows, failure, INITIALIZE, post, problem, row } from './testing/rows.js';

const ERAS_2025 = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const LEGACY_ONLY = { eras: ERAS_2025 };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const ping = call('ping', undefined, 7);
const PONG = '{"jsonrpc":"2.0","id":7,"result":{}}';

const within = (session: string, version?: string) => ({
  'mcp-session-id': session,
  ...(version !== undefined && { 'mcp-protocol-version': version }),
});

const tool = (name: string) => call('tools/call', { name });

describeRows('sessions', {}, [
  row(
    'initialize opens one',
    post(INITIALIZE),
    200,
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"demo","version":"1"}}}',
    { 'mcp-session-id': /^[0-9a-f-]{36}$/ },
  ),
  row(
    'an initialize that fails opens none',
    post({ ...INITIALIZE, params: [] }),
    400,
    problem('wrong-params-mcp', 1),
    { 'mcp-session-id': null },
  ),
  row(
    'a version that is not served is answered with another',
    post(call('initialize', { protocolVersion: '2026-07-28' })),
    200,
    /"protocolVersion":"2025-11-25"/,
  ),
  row('a request in one', (id) => post(ping, within(id)), 200, PONG),
  row(
    'a request in one that names its version',
    (id) => post(ping, within(id, '2025-11-25')),
    200,
    PONG,
  ),
  row(
    'a version that is not served',
    (id) => post(ping, within(id, '1999-01-01')),
    400,
    /"code":-32022/,
  ),
  row('no session id', post(ping), 400, problem('session-missing', 7)),
  row(
    'an unknown session',
    post(ping, within('00000000-0000-4000-8000-000000000000')),
    404,
    problem('session-unknown', 7),
  ),
  row(
    'initialize in a session',
    (id) => post(INITIALIZE, within(id)),
    400,
    problem('session-initialized', 1),
  ),
  row(
    'initialize in an unknown session',
    post(INITIALIZE, within('nobody')),
    404,
    problem('session-unknown', 1),
  ),
  row('a notification', (id) => post(INITIALIZED, within(id)), 202, '', { 'content-length': '0' }),
  row('a notification without a session', post(INITIALIZED), 400, problem('session-missing')),
  row('a response', (id) => post({ jsonrpc: '2.0', id: 's-1', result: {} }, within(id)), 202, ''),
  row(
    'a response to an unknown session',
    post({ jsonrpc: '2.0', id: 1, result: {} }, within('nobody')),
    404,
    problem('session-unknown'),
  ),
  row(
    'a batch in a revision without batches',
    (id) => post([ping], within(id)),
    400,
    problem('batch-refused'),
  ),
  row(
    'an unknown method',
    (id) => post(call('no/such'), within(id)),
    200,
    failure(-32601, 'Method not found', { method: 'no/such' }),
  ),
  row(
    'a handler that fails',
    (id) => post(tool('unreachable'), within(id)),
    200,
    failure(-32010, 'Device Unreachable', { device_id: 'dev-1' }),
  ),
  row(
    'a handler that wants a token',
    (id) => post(tool('unauthorized'), within(id)),
    401,
    failure(-32011, 'Unauthorized'),
    { 'www-authenticate': 'Bearer' },
  ),
  row('DELETE ends it', (id) => ({ method: 'DELETE', headers: within(id) }), 204, '', {
    'content-length': null,
  }),
  row(
    'DELETE of an unknown one',
    { method: 'DELETE', headers: within('nobody') },
    404,
    problem('session-unknown'),
  ),
  row('DELETE without one', { method: 'DELETE' }, 400, problem('session-missing')),
  row(
    'GET without one',
    { method: 'GET', headers: { accept: 'text/event-stream' } },
    400,
    problem('session-missing'),
  ),
  row(
    'GET of an unknown one',
    { method: 'GET', headers: { accept: 'text/event-stream', ...within('nobody') } },
    404,
    problem('session-unknown'),
  ),
  row(
    'GET by a client that reads no events',
    (id) => ({ method: 'GET', headers: { accept: 'application/json', ...within(id) } }),
    406,
    problem('accept-events'),
  ),
  row(
    'GET in a version that is not served',
    (id) => ({
      method: 'GET',
      headers: { accept: 'text/event-stream', ...within(id, '1999-01-01') },
    }),
    400,
    /"supported":/,
  ),
]);

describeRows('the revisions with a handshake alone', LEGACY_ONLY, [
  row(
    'a version that is not served',
    (id) => post(ping, within(id, '2026-07-28')),
    400,
    failure(
      -32602,
      `Version 2026-07-28 is not supported; supported: ${ERAS_2025.join(', ')}`,
      { supported: ERAS_2025, requested: '2026-07-28' },
      7,
    ),
  ),
  row(
    'an envelope of 2026-07-28 is nobody’s business',
    (id) =>
      post(
        call('echo', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
        within(id),
      ),
    200,
    /"result"/,
  ),
]);

const BATCH = [ping, INITIALIZED, call('no/such', undefined, 8), tool('unreachable')];
const REPLIES = `[${PONG},${failure(-32601, 'Method not found', { method: 'no/such' }, 8)},${failure(-32010, 'Device Unreachable', { device_id: 'dev-1' })}]`;

describeRows('no sessions', { sessions: false }, [
  row('initialize gives no session id', post(INITIALIZE), 200, /"protocolVersion":"2025-11-25"/, {
    'mcp-session-id': null,
  }),
  ...ERAS_2025.map((era) =>
    row(`a request of ${era}`, post(ping, { 'mcp-protocol-version': era }), 200, PONG),
  ),
  row('no version is 2025-03-26', post(BATCH), 200, REPLIES),
  row('a batch of 2025-03-26', post(BATCH, { 'mcp-protocol-version': '2025-03-26' }), 200, REPLIES),
  ...(['2025-11-25', '2025-06-18', '2024-11-05'] as const).map((era) =>
    row(
      `a batch of ${era}`,
      post(BATCH, { 'mcp-protocol-version': era }),
      400,
      problem('batch-refused'),
    ),
  ),
  row('a batch of notifications', post([INITIALIZED, INITIALIZED]), 202, ''),
  row('a batch of responses', post([{ jsonrpc: '2.0', id: 1, result: {} }]), 202, ''),
  row('initialize in a batch', post([INITIALIZE]), 200, `[${problem('batch-initialize', 1)}]`),
  row(
    'a request of 2026-07-28 in a batch',
    post([call('echo', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })]),
    400,
    problem('batch-modern'),
  ),
  row(
    'a batch with something that is no message',
    post([1, ping]),
    200,
    `[${problem('not-an-object')},${PONG}]`,
  ),
  row('a notification', post(INITIALIZED), 202, ''),
  row('a response', post({ jsonrpc: '2.0', id: 1, result: {} }), 202, ''),
  row(
    'GET',
    { method: 'GET', headers: { accept: 'text/event-stream' } },
    405,
    problem('http-method'),
    { allow: 'POST' },
  ),
  row('DELETE', { method: 'DELETE', headers: within('any') }, 405, problem('http-method'), {
    allow: 'POST',
  }),
]);

describeRows(
  'no sessions and no revision with batches',
  { sessions: false, eras: ['2025-11-25'] },
  [
    row(
      'no version at all',
      post(ping),
      400,
      failure(
        -32602,
        'Version 2025-03-26 is not supported; supported: 2025-11-25',
        { supported: ['2025-11-25'], requested: '2025-03-26' },
        7,
      ),
    ),
    row('its own version', post(ping, { 'mcp-protocol-version': '2025-11-25' }), 200, PONG),
  ],
);
