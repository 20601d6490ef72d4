import { join } from 'node:path';
import { sql } from '@errata/store';
import type { Provocation } from '@errata/prove';
import { openDatabase } from '../database/index.js';
import type { RouterosWorld } from './world.js';

type Provoke = Provocation<RouterosWorld>;

/** −32700…−32603 and −32000: texts that are no requests, and failures inside. */
export const PROTOCOL_FAILURES: readonly Provoke[] = [
  {
    reason: 'PARSE_ERROR',
    cause: 'A text that ends in the middle of an object',
    provoke: ({ admin }) => admin.send('{"jsonrpc":"2.0",'),
  },
  {
    reason: 'INVALID_REQUEST',
    cause: 'An object of another version of JSON-RPC',
    provoke: ({ admin }) => admin.send('{"jsonrpc":"1.0","id":"old","method":"tools/list"}'),
  },
  {
    reason: 'METHOD_NOT_FOUND',
    variant: 'method',
    cause: 'A method that nobody knows',
    provoke: ({ admin }) => admin.request('tools/explode', {}),
  },
  {
    reason: 'METHOD_NOT_FOUND',
    variant: 'tool',
    cause: 'A tool that does not exist',
    surface: 'rpc',
    fields: ['tool'],
    provoke: ({ admin }) => admin.callTool('system/explode'),
  },
  {
    reason: 'INVALID_PARAMS',
    cause: 'The arguments of a call are a number',
    surface: 'rpc',
    provoke: ({ admin }) => admin.request('tools/call', { name: 'registry/list', arguments: 5 }),
  },
  {
    reason: 'INTERNAL_JSONRPC_ERROR',
    cause: 'The log of a device makes a result that is longer than the service sends',
    surface: 'rpc',
    provoke(world) {
      world.router('dev-big-01').fillLog(20_000);
      return world.admin.callTool('log/get-recent', { device_id: 'dev-big-01', limit: 20_000 });
    },
  },
  {
    reason: 'INTERNAL_ERROR',
    cause: 'Somebody dropped the table of the devices while the service runs',
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
