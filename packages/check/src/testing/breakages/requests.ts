import type { Breakage, Hooks } from '../breakage.js';
import { answerSpoiled, resultFor } from './answers.js';
import { REQUESTS_CODES_BREAKAGES } from './requests-codes.js';
import { deafTo, replyTo, takes } from './reply-to.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const isList = (text: string): boolean => text.includes('"method":"tools/list"');
/** One of twenty pings at once, of which only the ids are looked at. */
const isSeventh = (text: string): boolean => text.includes('"id":70007,');
const isUnknown = (text: string): boolean => text.includes('"method":"errata/unknown"');

export const REQUESTS_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'jsonrpc/5/version',
    breaks: () => replyTo(isList, (reply) => reply.replace('"jsonrpc":"2.0",', '')),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/result-or-error',
    breaks: () => replyTo(isList, (reply) => reply.replace(/\}$/, ',"error":null}')),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/basic/result-is-an-object',
    breaks: () => replyTo(isSeventh, (reply) => reply.replace('"result":{}', '"result":null')),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/result-has-content',
    breaks: () => answerSpoiled((reply) => resultFor(reply, { isError: true }), 'missing'),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/error-object',
    breaks: () =>
      replyTo(isUnknown, (reply) =>
        reply.replace(/"error":\{.*\}\}$/, '"error":"Method not found"}'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/code-integer',
    breaks: () => replyTo(isUnknown, (reply) => reply.replace('"code":-32601', '"code":"-32601"')),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/message-string',
    breaks: () =>
      replyTo(isUnknown, (reply) => reply.replace(/"message":"(?:[^"\\]|\\.)*"/, '"message":null')),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/invalid-answered',
    breaks: () => deafTo((text) => text.includes('"method":1')),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/invalid-under-its-id',
    breaks: swapsIds,
  },
  {
    ...WHERE,
    id: 'jsonrpc/4/version-checked',
    breaks: () =>
      takes(
        (text) => text.startsWith('{"jsonrpc":"1.0"'),
        (text) => text.replace('"1.0"', '"2.0"'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/2/method-case',
    breaks: () =>
      takes(
        (text) => text.includes('"method":"PING"'),
        (text) => text.replace('PING', 'ping'),
      ),
  },
  {
    era: '2026-07-28',
    transport: 'stdio',
    id: 'jsonrpc/2/member-case',
    breaks: () =>
      takes(
        (text) => text.includes('"METHOD"'),
        (text) => text.replace('"METHOD"', '"method"'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/extra-member-answered',
    breaks: () => deafTo((text) => text.endsWith(',"errata":true}')),
  },
  {
    ...WHERE,
    id: 'errata/requests/response-ignored',
    breaks: () => ({
      incoming(text, hands) {
        if (text.includes('"errata-never-asked-1"')) {
          hands.say('{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"}}');
        }
        return text;
      },
    }),
  },
  ...REQUESTS_CODES_BREAKAGES,
];

/** Takes the id of one message for that of another. */
function swapsIds(): Hooks {
  const others: Readonly<Record<string, string>> = {
    '"invalid-request"': '"good-request"',
    '"good-request"': '"invalid-request"',
  };
  return {
    incoming: (text) => text.replace(/"(?:invalid|good)-request"/, (id) => others[id] ?? id),
  };
}
