import { objectOrEmpty, parseJson } from '../../json/json.js';
import { broken, type Hooks } from '../breakage.js';

export const NOTIFICATIONS_BREAKAGES = broken('2025-11-25', 'stdio', {
  'jsonrpc/4.1/known-notification': () => answersUnasked('notifications/roots/list_changed'),
  'jsonrpc/4.1/unknown-notification': () => answersUnasked('notifications/errata/unknown'),
  'jsonrpc/4.1/notification-with-bad-params': () => answersUnasked('notifications/progress'),
  'jsonrpc/4.1/request-without-id': () => answersUnasked('ping'),
  'jsonrpc/4.1/failing-request-without-id': () => answersUnasked('tools/call'),
  'jsonrpc/4.1/many-notifications': () => answersUnasked('notifications/errata/many'),
});

/** A method that is answered though it came without an id. */
function answersUnasked(unasked: string): Hooks {
  return {
    incoming(text, controls) {
      const { id, method } = objectOrEmpty(parseJson(text));
      if (id === undefined && method === unasked) {
        controls.say('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}');
      }
      return text;
    },
  };
}
