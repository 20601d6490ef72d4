import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { serveMethods } from './serve-methods.js';
import { methods } from './testing/demo.js';
import { modern } from './testing/modern.js';
import { call, describeRows, post, row } from './testing/rows.js';

const BIG = '9007199254740993';
const early = (method: string) => `{"jsonrpc":"2.0","id":${BIG},"method":"${method}"}`;

describeRows(
  'before initialize, where the contract has words for it',
  {
    contract: erlmcpContract,
    open: serveMethods({ contract: erlmcpContract, methods }),
  },
  [
    row(
      'a request gets them, under its id',
      post(early('tools/list')),
      400,
      `{"jsonrpc":"2.0","id":${BIG},"error":{"code":-32005,"message":"Not initialized"}}`,
    ),
    row('ping is served', post(early('ping')), 200, `{"jsonrpc":"2.0","id":${BIG},"result":{}}`),
    row(
      'a notification is refused as before',
      post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      400,
      /Mcp-Session-Id header is missing/,
    ),
    row(
      'an unknown session is not found',
      post(early('tools/list'), { 'mcp-session-id': 'nobody' }),
      404,
      /Unknown or ended session/,
    ),
    row('2026-07-28 knows no handshake', modern('echo'), 200, /"result"/),
    row('a batch is refused as before', post([call('echo')]), 400, /-32600/),
  ],
);
