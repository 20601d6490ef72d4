import { idTextOf } from '../../session/sort-heard.js';
import type { Breakage, Hands, Hooks } from '../breakage.js';
import { askedIn } from './changed-replies.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** The second request of a connection of its own; the shared one counts from 100, and markers from 900,000. */
const NEXT_PING = '2';

/** Answers pings with an error wherever it has seen something on the connection, or not. */
function refusesPing(
  isRefused: (seen: readonly unknown[], id: string | undefined) => boolean,
): Hooks {
  const seen = new WeakMap<Hands, unknown[]>();
  return {
    incoming(text, hands) {
      const { method } = askedIn(text);
      const id = idTextOf(text);
      const before = seen.get(hands) ?? [];
      seen.set(hands, [...before, method]);
      if (method !== 'ping' || !isRefused(before, id)) return text;
      hands.say(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"Not initialized"}}`);
      return undefined;
    },
  };
}

function isTwiceIn(seen: readonly unknown[], method: string): boolean {
  return seen.filter((each) => each === method).length > 1;
}

export const LIFECYCLE_ORDER_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/ping-before-initialize',
    breaks: () => refusesPing((seen) => !seen.includes('initialize')),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/request-before-initialize',
    breaks() {
      const begun = new WeakSet<Hands>();
      return {
        incoming(text, hands) {
          const { method } = askedIn(text);
          if (method === 'initialize') begun.add(hands);
          return method === 'tools/list' && !begun.has(hands) ? undefined : text;
        },
      };
    },
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/second-initialize',
    breaks: () => refusesPing((seen) => isTwiceIn(seen, 'initialize')),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/initialized-twice',
    breaks: () =>
      refusesPing((seen, id) => id === NEXT_PING && isTwiceIn(seen, 'notifications/initialized')),
  },
];
