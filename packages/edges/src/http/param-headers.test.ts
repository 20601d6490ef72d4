import { echoed, mismatch, modern, without } from './testing/modern.js';
import { describeRows, row } from './testing/rows.js';

const paramHeaders = (tool: string) =>
  tool === 'query'
    ? [
        { name: 'Region', path: ['where', 'region'] },
        { name: 'Limit', path: ['limit'] },
        { name: 'Exact', path: ['exact'] },
      ]
    : undefined;

describeRows('the headers that repeat a body', { paramHeaders }, [
  row(
    'Mcp-Name is missing for a tool',
    without(modern('tools/call', { name: 'any' }), 'mcp-name'),
    400,
    mismatch('Mcp-Name'),
  ),
  row(
    'Mcp-Name says another resource',
    modern('resources/read', { uri: 'a:b' }, { 'mcp-name': 'a:c' }),
    400,
    mismatch('Mcp-Name'),
  ),
  row(
    'Mcp-Name is missing for a prompt',
    without(modern('prompts/get', { name: 'p' }), 'mcp-name'),
    400,
    mismatch('Mcp-Name'),
  ),
  row(
    'Mcp-Name in base64',
    modern('resources/read', { uri: 'mémo:1' }, { 'mcp-name': '=?base64?bcOpbW86MQ==?=' }),
    200,
    '{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"mémo:1","text":""}]}}',
  ),
  row(
    'Mcp-Name in broken base64',
    modern('resources/read', { uri: 'mémo:1' }, { 'mcp-name': '=?base64?bcOpbW86MQ?=' }),
    400,
    mismatch('Mcp-Name'),
  ),
  row(
    'Mcp-Name in base64 of no UTF-8',
    modern('resources/read', { uri: 'x' }, { 'mcp-name': '=?base64?/w==?=' }),
    400,
    mismatch('Mcp-Name'),
  ),
  row(
    'an argument without its header',
    modern('tools/call', { name: 'query', arguments: { limit: 42 } }),
    400,
    mismatch('Mcp-Param-Limit'),
  ),
  row(
    'an integer that is spelled differently',
    modern(
      'tools/call',
      { name: 'query', arguments: { limit: 42 } },
      { 'mcp-param-limit': '42.0' },
    ),
    200,
    echoed('{"limit":42}'),
  ),
  row(
    'an integer that is another',
    modern('tools/call', { name: 'query', arguments: { limit: 42 } }, { 'mcp-param-limit': '43' }),
    400,
    mismatch('Mcp-Param-Limit'),
  ),
  row(
    'a number that is no decimal',
    modern(
      'tools/call',
      { name: 'query', arguments: { limit: 42 } },
      { 'mcp-param-limit': '0x2a' },
    ),
    400,
    mismatch('Mcp-Param-Limit'),
  ),
  row(
    'a nested argument',
    modern(
      'tools/call',
      { name: 'query', arguments: { where: { region: 'eu' } } },
      { 'Mcp-Param-Region': 'eu' },
    ),
    200,
    echoed('{"where":{"region":"eu"}}'),
  ),
  row(
    'a boolean',
    modern(
      'tools/call',
      { name: 'query', arguments: { exact: true } },
      { 'mcp-param-exact': 'false' },
    ),
    400,
    mismatch('Mcp-Param-Exact'),
  ),
  row(
    'no header for what is null or absent',
    modern('tools/call', { name: 'query', arguments: { limit: null } }),
    200,
    echoed('{"limit":null}'),
  ),
]);
