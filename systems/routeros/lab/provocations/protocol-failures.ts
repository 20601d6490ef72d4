import { join } from 'node:path';
import type { Provocation } from '@errata/prove';
import { sql } from '@errata/store';
import { openDatabase } from '../../src/database/open-database.js';
import type { RouterosWorld } from './world.js';

type Provoke = Provocation<RouterosWorld>;

/** −32700…−32603 and −32000: texts that are no requests, and failures inside. */
export const PROTOCOL_FAILURES: readonly Provoke[] = [
  {
    reason: 'PARSE_ERROR',
    cause: 'JSON that ends in the middle of an object',
    example: {
      message: 'Parse error',
      data: { mcp_error_code: 'PARSE_ERROR' },
    },
    provoke: ({ admin }) => admin.send('{"jsonrpc":"2.0",'),
  },
  {
    reason: 'INVALID_REQUEST',
    cause: 'A request with another jsonrpc version',
    example: { message: 'Invalid Request', data: { mcp_error_code: 'INVALID_REQUEST' } },
    provoke: ({ admin }) => admin.send('{"jsonrpc":"1.0","id":"old","method":"tools/list"}'),
  },
  {
    reason: 'METHOD_NOT_FOUND',
    variant: 'method',
    cause: 'An unknown method',
    example: { message: 'Method not found', data: { mcp_error_code: 'METHOD_NOT_FOUND' } },
    provoke: ({ admin }) => admin.request('tools/explode', {}),
  },
  {
    reason: 'METHOD_NOT_FOUND',
    variant: 'tool',
    cause: 'An unknown tool',
    surface: 'rpc',
    example: (era) => ({
      message: era === '2026-07-28' ? "Unknown tool '<tool>'" : 'Method not found',
      data: {
        mcp_error_code: 'METHOD_NOT_FOUND',
        details: "Unknown tool '<tool>'",
        tool: '<tool>',
      },
    }),
    provoke: ({ admin }) => admin.callTool('system/explode'),
  },
  {
    reason: 'INVALID_PARAMS',
    cause: 'The arguments of a call are a number',
    surface: 'rpc',
    example: { message: 'Invalid params', data: { mcp_error_code: 'INVALID_PARAMS' } },
    provoke: ({ admin }) => admin.request('tools/call', { name: 'registry/list', arguments: 5 }),
  },
  {
    reason: 'INTERNAL_JSONRPC_ERROR',
    cause: 'The log of a device makes a result over the size limit',
    surface: 'rpc',
    example: { message: 'Internal error', data: { mcp_error_code: 'INTERNAL_JSONRPC_ERROR' } },
    provoke(world) {
      world.router('dev-big-01').fillLog(20_000);
      return world.admin.callTool('log/get-recent', { device_id: 'dev-big-01', limit: 20_000 });
    },
  },
  {
    reason: 'INTERNAL_ERROR',
    cause: 'The table of the devices is dropped while the service runs',
    example: {
      message: 'Server error',
      data: {
        mcp_error_code: 'INTERNAL_ERROR',
        details: 'Unexpected error: <type>',
        error_type: '<type>',
        tool_name: 'registry/list',
      },
    },
    async provoke(world) {
      const database = join(world.folder, 'damaged.db');
      const other = await world.serve({ database });
      const store = await openDatabase(database);
      try {
        await sql`drop table devices`.execute(store.db);
      } finally {
        await store.close();
      }
      return other.callTool('registry/list');
    },
  },
];
