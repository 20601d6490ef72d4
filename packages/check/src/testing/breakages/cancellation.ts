import type { Breakage, Hooks } from '../breakage.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const REFUSAL = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Nothing to cancel"}}';

function isCancel(text: string, of: string): boolean {
  return text.includes('notifications/cancelled') && text.includes(of);
}

/** A server that answers cancellations that have this in them. */
function answersCancel(of: string): Hooks {
  return {
    incoming(text, hands) {
      if (!isCancel(text, of)) return text;
      hands.say(REFUSAL);
      return undefined;
    },
  };
}

/** A server that overhears that a call is cancelled. */
const runsOn = (): Hooks => ({
  incoming: (text) => (isCancel(text, '"errata-cancelled"') ? undefined : text),
});

export const CANCELLATION_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2024-11-05/cancellation/unknown-request-ignored',
    breaks: () => answersCancel('"errata-never-asked"'),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/cancellation/malformed-ignored',
    breaks: () => answersCancel('{"errata":1}'),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/cancellation/completed-request-ignored',
    breaks: () => answersCancel('"errata-completed"'),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/answered-after-early-cancel',
    breaks: () => ({
      incoming: (text) => (text.includes('"id":"errata-early"') ? undefined : text),
    }),
  },
  {
    ...WHERE,
    id: 'errata/cancellation/slow-call-does-not-block',
    breaks() {
      let isRunning = false;
      let held: string | undefined;
      const isSlow = (text: string): boolean => /"id":"errata-slow.*"name":"slow"/.test(text);
      return {
        incoming(text) {
          isRunning ||= isSlow(text);
          return text;
        },
        outgoing(text, request = '', hands) {
          if (isRunning && request.includes('"id":"errata-beside')) {
            held = text;
            return undefined;
          }
          if (held === undefined || !isSlow(request)) return text;
          isRunning = false;
          hands.say(text);
          return held;
        },
      };
    },
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/answered-although-another-is-cancelled',
    breaks: () => ({
      outgoing: (text, request = '') =>
        /"id":"errata-slow.*"name":"slow"/.test(request) ? undefined : text,
    }),
  },
  { ...WHERE, id: 'mcp/2024-11-05/cancellation/cancelled-not-answered', breaks: runsOn },
  {
    era: '2026-07-28',
    transport: 'stdio',
    id: 'mcp/2026-07-28/stdio/cancelled-not-answered',
    breaks: runsOn,
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/answered-after-cancellation',
    breaks: () => ({
      incoming(text, hands) {
        if (!isCancel(text, '"errata-cancelled"')) return text;
        hands.die();
        return undefined;
      },
    }),
  },
];
