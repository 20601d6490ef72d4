import { ABSENT_METHOD } from '../../cases/ask.js';
import { UNHEARD } from '../../cases/batches.js';
import { objectOrEmpty, parseJson } from '../../json/json.js';
import { idTextOf } from '../../session/messages.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';
import { isJson } from './hooks.js';

const MCP_REFUSAL = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"}}';

const isTriple = (entries: readonly unknown[]): boolean =>
  entries.length === 3 && entries.every((entry) => typeof objectOrEmpty(entry)['id'] === 'number');

const isUnheard = (entry: unknown): boolean => objectOrEmpty(entry)['method'] === UNHEARD;
const isEmpty = (entries: readonly unknown[]): boolean => entries.length === 0;
const isOne = ([first, ...rest]: readonly unknown[]): boolean => first === 1 && rest.length === 0;
const isHalf = (text: string): boolean => text.startsWith('[') && !isJson(text);
const otherCode = (reply: string): string => reply.replace('"code":-32600', '"code":-32602');

/** What is said to a batch as a whole. */
const REFUSAL = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}';

type Message = Readonly<Record<string, unknown>>;

const firstEntry = (reply: string): string => JSON.stringify(entriesIn(reply)![0]);
const isRequest = (entry: unknown): boolean => objectOrEmpty(entry)['id'] !== undefined;

export const BATCHES_BREAKAGES: readonly Breakage[] = [
  ...broken('jsonrpc', 'stdio', {
    'jsonrpc/6/batch-answered': () =>
      insteadOfBatch(
        ({ length }) => length > 1,
        () => undefined,
      ),
    'jsonrpc/6/batch-served': () =>
      insteadOfBatch(
        () => true,
        () => REFUSAL,
      ),
    'jsonrpc/6/batch-array': () =>
      replyToBatch(isPair, (reply, say) => {
        const [one, other] = entriesIn(reply)!;
        say(JSON.stringify(one));
        return JSON.stringify(other);
      }),
    'jsonrpc/6/batch-of-one-array': () =>
      replyToBatch((entries) => entries.length === 1 && entries.every(isRequest), firstEntry),
    'jsonrpc/6/reply-per-request': () =>
      replyToBatch(isTriple, (reply) => withEntries(reply, (all) => all.slice(1))),
    'jsonrpc/6/ids-of-entries': () =>
      replyToBatch(hasId('errata-batch'), (reply) =>
        withEntries(reply, (all) => all.map((entry) => ({ ...entry, id: String(entry['id']) }))),
      ),
    'jsonrpc/6/failure-isolated': () =>
      replyToBatch(hasId('errata-good'), (reply) =>
        withEntries(reply, ([bad, good]) => [bad, { ...bad, id: good!['id'] }]),
      ),
    'errata/batches/fifty-in-a-batch': () =>
      replyToBatch(
        ({ length }) => length === 50,
        (reply) => withEntries(reply, (all) => all.slice(0, 10)),
      ),
    'jsonrpc/6/notification-in-batch': () =>
      replyToBatch(
        (entries) => entries.some(isUnheard) && entries.some(isRequest),
        (reply) => withEntries(reply, (all) => [...all, JSON.parse(REFUSAL) as unknown]),
      ),
    'jsonrpc/6/only-notifications': () =>
      insteadOfBatch(
        (entries) => entries.length === 2 && entries.every(isUnheard),
        () => `[${REFUSAL},${REFUSAL}]`,
      ),
    'jsonrpc/6/empty-batch-answered': () => insteadOfBatch(isEmpty, () => undefined),
    'jsonrpc/6/empty-batch-code': () => replyToBatch(isEmpty, otherCode),
    'jsonrpc/6/empty-batch-single': () => replyToBatch(isEmpty, (reply) => `[${reply}]`),
    'jsonrpc/6/invalid-entry-code': () => replyToBatch(isOne, otherCode),
    'jsonrpc/6/invalid-entry-array': () => replyToBatch(isOne, firstEntry),
    'jsonrpc/6/invalid-entries-each': () =>
      replyToBatch(
        (entries) => entries.length === 3 && entries.includes(3),
        (reply) => withEntries(reply, (all) => all.slice(1)),
      ),
    'jsonrpc/6/valid-beside-invalid': () => insteadOfBatch(hasId('errata-valid'), () => REFUSAL),
    'jsonrpc/6/broken-batch-code': () => ({
      incoming(text, { say }) {
        if (!isHalf(text)) return text;
        say(REFUSAL);
        return undefined;
      },
    }),
    'jsonrpc/6/broken-batch-single': () => ({
      incoming(text, { say }) {
        if (!isHalf(text)) return text;
        say(`[${REFUSAL.replace('-32600', '-32700')}]`);
        return undefined;
      },
    }),
  }),
  ...broken('2025-03-26', 'stdio', {
    'mcp/2025-03-26/basic/batch-served': () =>
      insteadOfBatch(
        () => true,
        () => MCP_REFUSAL,
      ),
    'mcp/2025-03-26/lifecycle/initialize-in-batch': () =>
      insteadOfBatch(
        hasId('errata-begin'),
        () => '[{"jsonrpc":"2.0","id":"errata-begin","result":{"protocolVersion":"2025-03-26"}}]',
      ),
  }),
  ...broken('2025-11-25', 'stdio', {
    'mcp/2025-06-18/transports/batch-refused-aloud': () => insteadOfBatch(isPair, () => undefined),
    'errata/batches/not-served': () =>
      insteadOfBatch(isPair, (entries) =>
        JSON.stringify(
          entries.map((entry) => ({ jsonrpc: '2.0', id: objectOrEmpty(entry)['id'], result: {} })),
        ),
      ),
  }),
];

/** Two requests that could be answered. */
function isPair(entries: readonly unknown[]): boolean {
  const methods = entries.map((entry) => objectOrEmpty(entry)['method']);
  return entries.length === 2 && entries.every(isRequest) && !methods.includes(ABSENT_METHOD);
}

/** The entries of a text that is an array; undefined for all others. */
function entriesIn(text: string): readonly unknown[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}

/** The reply to a batch that is meant is changed. */
function replyToBatch(
  isMeant: (entries: readonly unknown[]) => boolean,
  change: (reply: string, say: (text: string) => void) => string | undefined,
): Hooks {
  let isDue = false;
  return {
    incoming(text) {
      const entries = entriesIn(text);
      if (entries !== undefined) isDue = isMeant(entries);
      return text;
    },
    outgoing(text, _request, { say }) {
      if (!isDue || (idTextOf(text) ?? 'null') !== 'null') return text;
      isDue = false;
      return change(text, say);
    },
  };
}

/** A batch that is meant is answered with something else, or nothing. */
function insteadOfBatch(
  isMeant: (entries: readonly unknown[]) => boolean,
  reply: (entries: readonly unknown[]) => string | undefined,
): Hooks {
  return {
    incoming(text, { say }) {
      const entries = entriesIn(text);
      if (entries === undefined || !isMeant(entries)) return text;
      const answer = reply(entries);
      if (answer !== undefined) say(answer);
      return undefined;
    },
  };
}

/** A reply to a batch with other entries. */
function withEntries(
  reply: string,
  change: (entries: readonly Message[]) => readonly unknown[],
): string {
  return JSON.stringify(change((entriesIn(reply) ?? []).map(objectOrEmpty)));
}

function hasId(id: string): (entries: readonly unknown[]) => boolean {
  return (entries) => entries.some((entry) => objectOrEmpty(entry)['id'] === id);
}
