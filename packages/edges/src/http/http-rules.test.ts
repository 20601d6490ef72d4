import {
  describeRows,
  INITIALIZE,
  JSON_HEADERS,
  post,
  problem,
  call,
  row,
} from './testing/rows.js';

const ping = call('ping');

describeRows('an edge for every revision', {}, [
  row(
    'refuses a host that is not loopback: DNS rebinding',
    post(INITIALIZE, { host: 'evil.example' }),
    403,
    problem('host-refused'),
  ),
  row(
    'refuses a host that only begins like loopback',
    post(INITIALIZE, { host: '127.0.0.1.evil.example' }),
    403,
    problem('host-refused'),
  ),
  row(
    'serves loopback under any of its names and ports',
    post(INITIALIZE, { host: 'LOCALHOST:1234' }),
    200,
    /"protocolVersion":"2025-11-25"/,
  ),
  row(
    'serves loopback by its IPv6 address',
    post(INITIALIZE, { host: '[::1]:80' }),
    200,
    /"protocolVersion":"2025-11-25"/,
  ),
  row(
    'refuses a page of another origin',
    post(INITIALIZE, { origin: 'https://evil.example' }),
    403,
    problem('origin-refused'),
  ),
  row(
    'refuses a page without an origin of its own',
    post(INITIALIZE, { origin: 'null' }),
    403,
    problem('origin-refused'),
  ),
  row(
    'refuses an origin that only begins like loopback',
    post(INITIALIZE, { origin: 'http://localhost.evil.example' }),
    403,
    problem('origin-refused'),
  ),
  row(
    'serves a page from this machine',
    post(INITIALIZE, { origin: 'http://localhost:5173' }),
    200,
    /"protocolVersion":"2025-11-25"/,
  ),
  row(
    'names the methods that it serves',
    { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify(ping) },
    405,
    problem('http-method'),
    { allow: 'GET, POST, DELETE' },
  ),
  row(
    'serves GET and DELETE to older clients only',
    { method: 'GET', headers: { 'mcp-protocol-version': '2026-07-28' } },
    405,
    problem('http-method'),
    { allow: 'POST' },
  ),
  row(
    'says 405 to DELETE on 2026-07-28',
    { method: 'DELETE', headers: { 'mcp-protocol-version': '2026-07-28' } },
    405,
    problem('http-method'),
    { allow: 'POST' },
  ),
  row(
    'looks at the host before the method',
    { method: 'PUT', headers: { host: 'evil.example' } },
    403,
    problem('host-refused'),
  ),
  row(
    'refuses what is not JSON by its type',
    post(ping, { 'content-type': 'text/plain' }),
    415,
    problem('content-type'),
  ),
  row(
    'is not fooled by a type that only contains application/json',
    post(ping, { 'content-type': 'text/plain; application/json' }),
    415,
    problem('content-type'),
  ),
  row(
    'takes the type with parameters and in any case',
    post(INITIALIZE, { 'content-type': 'Application/JSON; charset=utf-8' }),
    200,
    /"protocolVersion":"2025-11-25"/,
  ),
  row(
    'refuses a client that reads neither form of an answer',
    post(ping, { accept: 'text/html, application/xml;q=0.9' }),
    406,
    problem('accept'),
  ),
  row(
    'refuses a client that excludes both forms by weight',
    post(ping, { accept: '*/*, application/json;q=0, text/event-stream;q=0.0' }),
    406,
    problem('accept'),
  ),
  row(
    'looks at the type before what is accepted',
    post(ping, { accept: 'text/html', 'content-type': 'text/plain' }),
    415,
    problem('content-type'),
  ),
  row(
    'serves a client that reads JSON only',
    post(INITIALIZE, { accept: 'application/json' }),
    200,
    /"protocolVersion":"2025-11-25"/,
    { 'content-type': 'application/json' },
  ),
  row(
    'serves a client that reads events only',
    post(INITIALIZE, { accept: 'text/event-stream' }),
    200,
    /^event: message\ndata: \{"jsonrpc":"2\.0","id":1,"result":.*\}\n\n$/,
    { 'content-type': 'text/event-stream' },
  ),
  row(
    'refuses text that is not JSON, under the id that can still be read',
    post('{"jsonrpc":"2.0","id":"a","method":"ping",}'),
    400,
    '{"jsonrpc":"2.0","id":"a","error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
  ),
  row(
    'leaves an id out that cannot be read',
    post('what?'),
    400,
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
  ),
  row(
    'refuses an empty body',
    post(''),
    400,
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
  ),
  row(
    'refuses JSON that is no message',
    post({ jsonrpc: '1.0', id: 3, method: 'ping' }),
    400,
    problem('wrong-version', 3),
  ),
  row(
    'refuses an id of null',
    post({ jsonrpc: '2.0', id: null, method: 'ping' }),
    400,
    problem('wrong-id'),
  ),
  row('refuses an empty batch', post([]), 400, problem('batch-empty')),
  row(
    'refuses a malformed response with a status and without an id',
    post({ jsonrpc: '2.0', id: 4, result: 1, error: { code: 1, message: 'x' } }),
    400,
    problem('wrong-response'),
  ),
]);

describeRows(
  'an edge with hosts and origins of its own',
  { allowedHosts: ['mcp.example', 'api.example:8443'], allowedOrigins: ['https://App.example'] },
  [
    row(
      'serves its host under any port',
      post(INITIALIZE, { host: 'mcp.example:444' }),
      200,
      /"result"/,
    ),
    row(
      'serves a host with a port under that port',
      post(INITIALIZE, { host: 'API.example:8443' }),
      200,
      /"result"/,
    ),
    row(
      'refuses that host under another port',
      post(INITIALIZE, { host: 'api.example:80' }),
      403,
      problem('host-refused'),
    ),
    row(
      'refuses loopback where it is not named',
      post(INITIALIZE, { host: 'localhost' }),
      403,
      problem('host-refused'),
    ),
    row(
      'serves its origin',
      post(INITIALIZE, { host: 'mcp.example', origin: 'https://app.example' }),
      200,
      /"result"/,
    ),
    row(
      'refuses loopback pages where they are not named',
      post(INITIALIZE, { host: 'mcp.example', origin: 'http://localhost' }),
      403,
      problem('origin-refused'),
    ),
  ],
);

describeRows('an edge for a small reader', { limits: { maxBytes: 256, maxDepth: 8 } }, [
  row(
    'refuses a body that is larger',
    post(call('ping', { filler: 'x'.repeat(256) }, 'big')),
    413,
    problem('too-large', 'big'),
  ),
  row(
    'finds its id where it comes last, and not inside params',
    post(`{"params":{"id":1,"filler":"${'x'.repeat(300)}"},"jsonrpc":"2.0","id":9007199254740993}`),
    413,
    problem('too-large', 0).replace('"id":0', '"id":9007199254740993'),
  ),
  row(
    'takes no id of a response: it is ours',
    post({ jsonrpc: '2.0', id: 5, result: 'x'.repeat(300) }),
    413,
    problem('too-large'),
  ),
  row(
    'does not read a body to its end that is much larger',
    post(call('ping', { filler: 'x'.repeat(2000) })),
    413,
    /"problem":"too-large"/,
  ),
  row(
    'refuses a body that is deeper',
    post(call('ping', { deep: [[[[[[[[[]]]]]]]]] })),
    400,
    problem('too-deep', 1),
  ),
  row('serves one that fits', post(INITIALIZE), 200, /"result"/),
]);
