import type { Answer, Wire } from '@errata/prove';
import { saying, type ErlmcpProvocation } from './provoke.js';
import { BURST } from './world.js';

/** −32006, −32008…−32010: failures on the way, and limits. */
export const WORK_FAILURES: readonly ErlmcpProvocation[] = [
  {
    reason: 'SUBSCRIPTION_FAILED',
    cause: 'A client subscribes to a deleted file',
    example: { message: 'Subscription failed' },
    fields: ['uri', 'details'],
    async provoke(world) {
      const wire = await world.main.wire();
      const uri = await world.createFile('unwatched.txt');
      await world.deleteFile('unwatched.txt');
      return subscribe(wire, uri);
    },
  },
  {
    reason: 'TRANSPORT_ERROR',
    cause: 'The upstream of a resource resets the connection in the middle of its answer',
    example: { message: 'Transport error' },
    fields: ['details'],
    provoke: saying((wire) => wire.request('resources/read', { uri: 'upstream:report' })),
  },
  {
    reason: 'TIMEOUT',
    cause: 'A tool runs longer than its deadline',
    example: { message: 'Timeout' },
    fields: ['tool', 'details'],
    async provoke(world) {
      const wire = await world.hasty.wire();
      return wire.callTool('primes', { limit: 10_000_000_000 });
    },
  },
  {
    reason: 'RATE_LIMITED',
    cause: 'More requests than the rate limit allows',
    example: { message: 'Rate limited' },
    fields: ['details'],
    async provoke(world) {
      const wire = await world.crowded.wire();
      for (let sent = 0; sent < BURST; sent++) await wire.request('tools/list', {});
      return wire.request('tools/list', {});
    },
  },
];

/** Each revision has its own way to subscribe. */
function subscribe(wire: Wire, uri: string): Promise<Answer> {
  return wire.era === '2026-07-28'
    ? wire.request('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    : wire.request('resources/subscribe', { uri });
}
