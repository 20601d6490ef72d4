import { mcp } from '@errata/catalogs/mcp';
import { defineCatalog, defineContract, ERAS, type Handler } from '@errata/core';
import {
  defineFailures,
  joinFailures,
  standardFailures,
  objectOrEmpty,
} from '@errata/core/internal';

export const demo = defineCatalog(
  'demo',
  joinFailures(
    standardFailures,
    defineFailures({
      DEVICE_UNREACHABLE: {
        code: -32010,
        title: 'Device Unreachable',
        category: 'device',
        condition: 'unreachable',
        context: { device_id: 'string' },
        recovery: 'retry_with_backoff',
      },
      UNAUTHORIZED: {
        code: -32011,
        title: 'Unauthorized',
        category: 'access',
        condition: 'unauthorized',
        recovery: 'user_action_required',
      },
      FORBIDDEN: {
        code: -32012,
        title: 'Forbidden',
        category: 'access',
        condition: 'forbidden',
        recovery: 'user_action_required',
      },
      SLOW_DOWN: {
        code: -32013,
        title: 'Slow down',
        category: 'access',
        condition: 'rate-limited',
        recovery: { strategy: 'retry_with_backoff', retryAfter: 7 },
      },
    }),
  ),
  { unexpected: 'INTERNAL_ERROR' },
);

/** Titles and bare data, so that every reply can be written down in a test; failed tools are error objects in every era. */
export const contract = defineContract({
  catalog: demo,
  rpcData: 'payload',
  message: 'title',
  toolFailures: () => 'rpc',
});

export const SECRET = 'hunter2-canary-41f9';

/** Handlers for every way that a call can go. What is slow waits for its signal. */
export const methods: Record<string, Handler> = {
  initialize: (params) => {
    const { protocolVersion } = objectOrEmpty(params);
    const known = (ERAS as readonly unknown[]).includes(protocolVersion);
    return {
      protocolVersion: known && protocolVersion !== '2026-07-28' ? protocolVersion : '2025-11-25',
      capabilities: {},
      serverInfo: { name: 'demo', version: '1' },
    };
  },
  ping: () => ({}),
  'notifications/initialized': () => undefined,
  'resources/read': (params) => ({ contents: [{ uri: objectOrEmpty(params)['uri'], text: '' }] }),
  echo: (params) => params ?? null,
  later: async (params) => params ?? null,
  'tools/call': (params, call) => {
    const { name, arguments: args } = objectOrEmpty(params);
    switch (name) {
      case 'unreachable':
        return demo.DEVICE_UNREACHABLE({ device_id: 'dev-1' });
      case 'unauthorized':
        throw demo.UNAUTHORIZED();
      case 'capability':
        throw mcp.MISSING_REQUIRED_CLIENT_CAPABILITY({ requiredCapabilities: { sampling: {} } });
      case 'leak':
        throw new Error(`connect postgres://admin:${SECRET}@db.internal`);
      case 'progress':
        call.exchange?.notify?.('notifications/progress', { progressToken: 't', progress: 1 });
        call.exchange?.notify?.('notifications/progress', { progressToken: 't', progress: 2 });
        return { content: [] };
      default:
        return { content: [{ type: 'text', text: JSON.stringify(args ?? null) }] };
    }
  },
};
