import { ABSENT_METHOD } from '../../cases/ids/ask.js';
import { UNHEARD } from '../../cases/batches/notifications.js';
import { membersOf } from '../../json/json.js';
import type { Breakage } from '../breakage.js';
import {
  entriesIn,
  hasId,
  insteadOfBatch,
  isRequest,
  replyToBatch,
  withEntries,
} from './batch-hooks.js';
import { isJson } from './texts.js';

const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;
const BATCH_WHERE = { era: '2025-03-26', transport: 'stdio' } as const;
const LATER_WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const REFUSAL = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}';
const MCP_REFUSAL = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"}}';

/** Two requests that could be answered. */
function isPair(entries: readonly unknown[]): boolean {
  const methods = entries.map((entry) => membersOf(entry)['method']);
  return entries.length === 2 && entries.every(isRequest) && !methods.includes(ABSENT_METHOD);
}

const isTriple = (entries: readonly unknown[]): boolean =>
  entries.length === 3 && entries.every((entry) => typeof membersOf(entry)['id'] === 'number');

const isUnheard = (entry: unknown): boolean => membersOf(entry)['method'] === UNHEARD;
const isEmpty = (entries: readonly unknown[]): boolean => entries.length === 0;
const isOne = ([first, ...rest]: readonly unknown[]): boolean => first === 1 && rest.length === 0;
const isHalf = (text: string): boolean => text.startsWith('[') && !isJson(text);

const first = (reply: string): string => JSON.stringify(entriesIn(reply)![0]);
const otherCode = (reply: string): string => reply.replace('"code":-32600', '"code":-32602');

export const BATCHES_BREAKAGES: readonly Breakage[] = [
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/batch-answered',
    breaks: () =>
      insteadOfBatch(
        ({ length }) => length > 1,
        () => undefined,
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/batch-served',
    breaks: () =>
      insteadOfBatch(
        () => true,
        () => REFUSAL,
      ),
  },
  {
    ...BATCH_WHERE,
    id: 'mcp/2025-03-26/basic/batch-served',
    breaks: () =>
      insteadOfBatch(
        () => true,
        () => MCP_REFUSAL,
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/batch-array',
    breaks: () =>
      replyToBatch(isPair, (reply, say) => {
        const [one, other] = entriesIn(reply)!;
        say(JSON.stringify(one));
        return JSON.stringify(other);
      }),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/batch-of-one-array',
    breaks: () =>
      replyToBatch((entries) => entries.length === 1 && entries.every(isRequest), first),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/reply-per-request',
    breaks: () => replyToBatch(isTriple, (reply) => withEntries(reply, (all) => all.slice(1))),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/ids-of-entries',
    breaks: () =>
      replyToBatch(hasId('errata-batch'), (reply) =>
        withEntries(reply, (all) => all.map((entry) => ({ ...entry, id: String(entry['id']) }))),
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/failure-isolated',
    breaks: () =>
      replyToBatch(hasId('errata-good'), (reply) =>
        withEntries(reply, ([bad, good]) => [bad, { ...bad, id: good!['id'] }]),
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'errata/batches/fifty-in-a-batch',
    breaks: () =>
      replyToBatch(
        ({ length }) => length === 50,
        (reply) => withEntries(reply, (all) => all.slice(0, 10)),
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/notification-in-batch',
    breaks: () =>
      replyToBatch(
        (entries) => entries.some(isUnheard) && entries.some(isRequest),
        (reply) => withEntries(reply, (all) => [...all, JSON.parse(REFUSAL) as unknown]),
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/only-notifications',
    breaks: () =>
      insteadOfBatch(
        (entries) => entries.length === 2 && entries.every(isUnheard),
        () => `[${REFUSAL},${REFUSAL}]`,
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/empty-batch-answered',
    breaks: () => insteadOfBatch(isEmpty, () => undefined),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/empty-batch-code',
    breaks: () => replyToBatch(isEmpty, otherCode),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/empty-batch-single',
    breaks: () => replyToBatch(isEmpty, (reply) => `[${reply}]`),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/invalid-entry-code',
    breaks: () => replyToBatch(isOne, otherCode),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/invalid-entry-array',
    breaks: () => replyToBatch(isOne, first),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/invalid-entries-each',
    breaks: () =>
      replyToBatch(
        (entries) => entries.length === 3 && entries.includes(3),
        (reply) => withEntries(reply, (all) => all.slice(1)),
      ),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/valid-beside-invalid',
    breaks: () => insteadOfBatch(hasId('errata-valid'), () => REFUSAL),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/broken-batch-code',
    breaks: () => ({
      incoming(text, { say }) {
        if (!isHalf(text)) return text;
        say(REFUSAL);
        return undefined;
      },
    }),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/6/broken-batch-single',
    breaks: () => ({
      incoming(text, { say }) {
        if (!isHalf(text)) return text;
        say(`[${REFUSAL.replace('-32600', '-32700')}]`);
        return undefined;
      },
    }),
  },
  {
    ...BATCH_WHERE,
    id: 'mcp/2025-03-26/lifecycle/initialize-in-batch',
    breaks: () =>
      insteadOfBatch(
        hasId('errata-begin'),
        () => '[{"jsonrpc":"2.0","id":"errata-begin","result":{"protocolVersion":"2025-03-26"}}]',
      ),
  },
  {
    ...LATER_WHERE,
    id: 'mcp/2025-06-18/transports/batch-refused-aloud',
    breaks: () => insteadOfBatch(isPair, () => undefined),
  },
  {
    ...LATER_WHERE,
    id: 'mcp/2025-06-18/transports/batch-not-served',
    breaks: () =>
      insteadOfBatch(isPair, (entries) =>
        JSON.stringify(
          entries.map((entry) => ({ jsonrpc: '2.0', id: membersOf(entry)['id'], result: {} })),
        ),
      ),
  },
];
