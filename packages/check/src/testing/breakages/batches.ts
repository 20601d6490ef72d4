import { ABSENT_METHOD } from '../../cases/ids/ask.js';
import { UNHEARD } from '../../cases/batches/notifications.js';
import { membersOf } from '../../json/json.js';
import type { Breakage } from '../breakage.js';
import { BAD_BATCHES_BREAKAGES } from './batches-bad.js';
import {
  entriesIn,
  firstEntry,
  hasId,
  insteadOfBatch,
  isRequest,
  REFUSAL,
  replyToBatch,
  withEntries,
} from './batch-hooks.js';

const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;
const BATCH_WHERE = { era: '2025-03-26', transport: 'stdio' } as const;
const LATER_WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const MCP_REFUSAL = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"}}';

/** Two requests that could be answered. */
function isPair(entries: readonly unknown[]): boolean {
  const methods = entries.map((entry) => membersOf(entry)['method']);
  return entries.length === 2 && entries.every(isRequest) && !methods.includes(ABSENT_METHOD);
}

const isTriple = (entries: readonly unknown[]): boolean =>
  entries.length === 3 && entries.every((entry) => typeof membersOf(entry)['id'] === 'number');

const isUnheard = (entry: unknown): boolean => membersOf(entry)['method'] === UNHEARD;

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
      replyToBatch((entries) => entries.length === 1 && entries.every(isRequest), firstEntry),
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
  ...BAD_BATCHES_BREAKAGES,
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
    id: 'errata/batches/not-served',
    breaks: () =>
      insteadOfBatch(isPair, (entries) =>
        JSON.stringify(
          entries.map((entry) => ({ jsonrpc: '2.0', id: membersOf(entry)['id'], result: {} })),
        ),
      ),
  },
];
