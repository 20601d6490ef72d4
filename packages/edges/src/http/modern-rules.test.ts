import {
  CAPABILITIES,
  CLIENT,
  echoed,
  LOG_LEVEL,
  META,
  mismatch,
  missing,
  modern,
  SERVED,
  V,
  VERSION,
  without,
} from './testing/modern.js';
import { call, describeRows, failure, post, problem, row } from './testing/rows.js';

describeRows('MCP 2026-07-28', {}, [
  row(
    'a request that keeps every rule',
    modern('tools/call', { name: 'any' }),
    200,
    echoed('null'),
  ),
  row(
    'a session id is ignored',
    modern('tools/call', { name: 'any' }, { 'mcp-session-id': 'x' }),
    200,
    echoed('null'),
    { 'mcp-session-id': null },
  ),
  row(
    'no _meta at all',
    post(call('echo'), { 'mcp-protocol-version': V, 'mcp-method': 'echo' }),
    400,
    missing(VERSION),
  ),
  row(
    'a version of the wrong type',
    without(modern('echo', {}, {}, { ...META, [VERSION]: 7 }), 'mcp-protocol-version'),
    400,
    missing(VERSION),
  ),
  row(
    'no client capabilities',
    modern('echo', {}, {}, { [VERSION]: V }),
    400,
    missing(CAPABILITIES),
  ),
  row(
    'client capabilities that are no object',
    modern('echo', {}, {}, { ...META, [CAPABILITIES]: [] }),
    400,
    missing(CAPABILITIES),
  ),
  row(
    'a version of the future in header and body',
    modern(
      'echo',
      {},
      { 'mcp-protocol-version': '2030-01-01' },
      { ...META, [VERSION]: '2030-01-01' },
    ),
    400,
    // The others begin with a handshake: a client that sends envelopes cannot choose them.
    failure(-32022, 'Version 2030-01-01 is not supported; supported: 2026-07-28', {
      supported: ['2026-07-28'],
      requested: '2030-01-01',
    }),
  ),
  row(
    'a version of the future in the header alone',
    post(call('echo'), { 'mcp-protocol-version': '2030-01-01' }),
    400,
    failure(-32022, `Version 2030-01-01 is not supported; supported: ${SERVED.join(', ')}`, {
      supported: SERVED,
      requested: '2030-01-01',
    }),
  ),
  row(
    'a version that is none is not repeated',
    modern(
      'echo',
      {},
      { 'mcp-protocol-version': 'x y <script>' },
      { ...META, [VERSION]: 'x y <script>' },
    ),
    400,
    failure(-32022, 'This version is not supported; supported: 2026-07-28', {
      supported: ['2026-07-28'],
      requested: '',
    }),
  ),
  row(
    'client info that is no object',
    modern('echo', {}, {}, { ...META, [CLIENT]: 'me' }),
    400,
    missing(CLIENT),
  ),
  row(
    'an unknown log level',
    modern('echo', {}, {}, { ...META, [LOG_LEVEL]: 'loud' }),
    400,
    missing(LOG_LEVEL),
  ),
  row(
    'the version header is missing',
    without(modern('echo'), 'mcp-protocol-version'),
    400,
    mismatch('MCP-Protocol-Version'),
  ),
  row(
    'the version header says something else',
    modern('echo', {}, { 'mcp-protocol-version': '2025-11-25' }),
    400,
    mismatch('MCP-Protocol-Version'),
  ),
  row('Mcp-Method is missing', without(modern('echo'), 'mcp-method'), 400, mismatch('Mcp-Method')),
  row(
    'Mcp-Method says something else',
    modern('echo', {}, { 'mcp-method': 'later' }),
    400,
    mismatch('Mcp-Method'),
  ),
  row(
    'Mcp-Method in another case',
    modern('echo', {}, { 'mcp-method': 'ECHO' }),
    400,
    mismatch('Mcp-Method'),
  ),
  row(
    'a method that does not exist',
    modern('no/such'),
    404,
    failure(-32601, 'Method not found', { method: 'no/such' }),
  ),
  row(
    'the handshake, which is gone',
    modern('initialize'),
    404,
    failure(-32601, 'Method not found', { method: 'initialize' }),
  ),
  row(
    'ping, which is gone',
    modern('ping'),
    404,
    failure(-32601, 'Method not found', { method: 'ping' }),
  ),
  row(
    'a handler that fails',
    modern('tools/call', { name: 'unreachable' }),
    200,
    failure(-31010, 'Device Unreachable', { device_id: 'dev-1' }),
  ),
  row(
    'a capability that the client lacks, in the specification’s words',
    modern('tools/call', { name: 'capability' }),
    400,
    failure(-32021, 'The client has to declare sampling', {
      requiredCapabilities: { sampling: {} },
    }),
  ),
  row(
    'a handler that wants a token',
    modern('tools/call', { name: 'unauthorized' }),
    401,
    failure(-31011, 'Unauthorized'),
    { 'www-authenticate': 'Bearer' },
  ),
  row(
    'a notification',
    post({ jsonrpc: '2.0', method: 'notifications/x' }, { 'mcp-protocol-version': V }),
    202,
    '',
  ),
  row(
    'a notification whose header lies',
    post(
      { jsonrpc: '2.0', method: 'notifications/x' },
      { 'mcp-protocol-version': V, 'mcp-method': 'other' },
    ),
    400,
    failure(
      -32020,
      'The header Mcp-Method is missing or does not match the body',
      { header: 'Mcp-Method' },
      null,
    ),
  ),
  row(
    'a response',
    post({ jsonrpc: '2.0', id: 1, result: {} }, { 'mcp-protocol-version': V }),
    400,
    problem('response-refused'),
  ),
  row(
    'a batch',
    post([call('echo')], { 'mcp-protocol-version': V }),
    400,
    problem('batch-refused'),
  ),
  row(
    'text that is not JSON',
    post('{', { 'mcp-protocol-version': V }),
    400,
    failure(-32700, 'Parse error', { problem: 'invalid-json' }, null),
  ),
  row(
    'an id beyond what JavaScript holds',
    {
      ...modern('echo'),
      body: JSON.stringify(call('echo', { _meta: META })).replace(
        '"id":1',
        '"id":9007199254740993',
      ),
    },
    200,
    /^\{"jsonrpc":"2\.0","id":9007199254740993,"result":/,
  ),
]);
