import { mismatch, modern, V } from './testing/modern.js';
import { call, describeRows, failure, INITIALIZE, post, problem, row } from './testing/rows.js';

const UNSUPPORTED = 'Version 2025-11-25 is not supported; supported: 2026-07-28';

describeRows('an edge for 2026-07-28 alone', { eras: ['2026-07-28'] }, [
  row(
    'names its version to a client with a handshake',
    post(INITIALIZE),
    400,
    failure(-32022, UNSUPPORTED, { supported: [V], requested: '2025-11-25' }),
  ),
  row(
    'names its version to a handshake that names none',
    post(call('initialize')),
    400,
    failure(-32022, 'This version is not supported; supported: 2026-07-28', {
      supported: [V],
      requested: '',
    }),
  ),
  row(
    'names its version to an older header',
    post(call('echo'), { 'mcp-protocol-version': '2025-11-25' }),
    400,
    failure(-32022, UNSUPPORTED, { supported: [V], requested: '2025-11-25' }),
  ),
  row(
    'demands the header of a request that says nothing',
    post(call('echo')),
    400,
    mismatch('MCP-Protocol-Version'),
  ),
  row(
    'has no GET',
    { method: 'GET', headers: { accept: 'text/event-stream' } },
    405,
    problem('http-method'),
    { allow: 'POST' },
  ),
  row('has no DELETE', { method: 'DELETE' }, 405, problem('http-method'), { allow: 'POST' }),
  row('serves its own', modern('later', { a: 1 }), 200, /"a":1/),
]);
