import type { Breakage, Hooks } from '../breakage.js';
import { membersOf, parseJson } from '../../json/json.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** Methods that are answered though they came without an id. */
const ANSWERED: readonly { readonly id: string; readonly method: string }[] = [
  { id: 'jsonrpc/4.1/known-notification', method: 'notifications/roots/list_changed' },
  { id: 'jsonrpc/4.1/unknown-notification', method: 'notifications/errata/unknown' },
  { id: 'jsonrpc/4.1/notification-with-bad-params', method: 'notifications/progress' },
  { id: 'jsonrpc/4.1/request-without-id', method: 'ping' },
  { id: 'jsonrpc/4.1/failing-request-without-id', method: 'tools/call' },
  { id: 'jsonrpc/4.1/many-notifications', method: 'notifications/errata/many' },
];

export const NOTIFICATIONS_BREAKAGES: readonly Breakage[] = ANSWERED.map(({ id, method }) => ({
  ...WHERE,
  id,
  breaks: () => answers(method),
}));

function answers(unasked: string): Hooks {
  return {
    incoming(text, hands) {
      const { id, method } = membersOf(parseJson(text));
      if (id === undefined && method === unasked) {
        hands.say('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}');
      }
      return text;
    },
  };
}
