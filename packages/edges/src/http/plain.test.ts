import { call, describeRows, failure, post, problem, row } from './testing/rows.js';

const NOTIFICATION = { jsonrpc: '2.0', method: 'echo', params: [1] };

describeRows('plain JSON-RPC over HTTP', { eras: ['jsonrpc'] }, [
  row(
    'a request',
    post({ jsonrpc: '2.0', id: 1, method: 'echo', params: [1, 2] }),
    200,
    '{"jsonrpc":"2.0","id":1,"result":[1,2]}',
  ),
  row(
    'an id that JavaScript cannot hold',
    post('{"jsonrpc":"2.0","id":1e2,"method":"echo","params":[]}'),
    200,
    '{"jsonrpc":"2.0","id":1e2,"result":[]}',
  ),
  row(
    'headers and envelopes of MCP mean nothing',
    post(call('echo', { _meta: { 'io.modelcontextprotocol/protocolVersion': 1 } }), {
      'mcp-protocol-version': 'x',
      'mcp-method': 'y',
      'mcp-session-id': 'z',
    }),
    200,
    /"result"/,
    { 'mcp-session-id': null },
  ),
  row('initialize is a method like any other', post(call('initialize')), 200, /"result"/, {
    'mcp-session-id': null,
  }),
  row('a notification', post(NOTIFICATION), 204, '', { 'content-length': null }),
  row(
    'a batch',
    post([call('echo', { a: 1 }), NOTIFICATION, call('no', undefined, 2)]),
    200,
    `[{"jsonrpc":"2.0","id":1,"result":{"a":1}},${failure(-32601, 'Method not found', { method: 'no' }, 2)}]`,
  ),
  row('a batch of notifications', post([NOTIFICATION, NOTIFICATION]), 204, ''),
  row(
    'an unknown method',
    post(call('no')),
    200,
    failure(-32601, 'Method not found', { method: 'no' }),
  ),
  row(
    'a handler that fails',
    post(call('tools/call', { name: 'unreachable' })),
    200,
    failure(-32010, 'Device Unreachable', { device_id: 'dev-1' }),
  ),
  row(
    'text that is not JSON',
    post('{'),
    400,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
  ),
  row(
    'an empty batch',
    post([]),
    400,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{"problem":"batch-empty"}}}',
  ),
  row(
    'a handler cannot speak before its reply',
    post(call('tools/call', { name: 'progress' })),
    200,
    '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
    { 'content-type': 'application/json' },
  ),
  row('GET', { method: 'GET' }, 405, problem('http-method', null), { allow: 'POST' }),
  row('DELETE', { method: 'DELETE' }, 405, problem('http-method', null), { allow: 'POST' }),
]);
