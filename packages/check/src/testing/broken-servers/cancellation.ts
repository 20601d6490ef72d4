import { broken, type Breakage, type Hooks } from '../breakage.js';

const REFUSAL = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Nothing to cancel"}}';

/** A server that overhears that a call is cancelled. */
const runsOn = (): Hooks => ({
  incoming: (text) => (isCancel(text, '"errata-cancelled"') ? undefined : text),
});

export const CANCELLATION_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'mcp/2024-11-05/cancellation/unknown-request-ignored': () =>
      answersCancel('"errata-never-asked"'),
    'mcp/2024-11-05/cancellation/malformed-ignored': () => answersCancel('{"errata":1}'),
    'mcp/2024-11-05/cancellation/completed-request-ignored': () =>
      answersCancel('"errata-completed"'),
    'jsonrpc/5/answered-after-early-cancel': () => ({
      incoming: (text) => (text.includes('"id":"errata-early"') ? undefined : text),
    }),
    'errata/cancellation/slow-call-does-not-block'() {
      let isRunning = false;
      let held: string | undefined;
      const isSlow = (text: string): boolean => /"id":"errata-slow.*"name":"slow"/.test(text);
      return {
        incoming(text) {
          isRunning ||= isSlow(text);
          return text;
        },
        outgoing(text, request = '', controls) {
          if (isRunning && request.includes('"id":"errata-beside')) {
            held = text;
            return undefined;
          }
          if (held === undefined || !isSlow(request)) return text;
          isRunning = false;
          controls.say(text);
          return held;
        },
      };
    },
    'jsonrpc/5/answered-although-another-is-cancelled': () => ({
      outgoing: (text, request = '') =>
        /"id":"errata-slow.*"name":"slow"/.test(request) ? undefined : text,
    }),
    'mcp/2024-11-05/cancellation/cancelled-not-answered': runsOn,
    'jsonrpc/5/answered-after-cancellation': () => ({
      incoming(text, controls) {
        if (!isCancel(text, '"errata-cancelled"')) return text;
        controls.die();
        return undefined;
      },
    }),
  }),
  ...broken('2026-07-28', 'stdio', {
    'mcp/2026-07-28/stdio/cancelled-not-answered': runsOn,
  }),
];

function isCancel(text: string, of: string): boolean {
  return text.includes('notifications/cancelled') && text.includes(of);
}

/** A server that answers cancellations that have this in them. */
function answersCancel(of: string): Hooks {
  return {
    incoming(text, controls) {
      if (!isCancel(text, of)) return text;
      controls.say(REFUSAL);
      return undefined;
    },
  };
}
