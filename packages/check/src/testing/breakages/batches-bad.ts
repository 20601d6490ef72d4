import type { Breakage } from '../breakage.js';
import {
  firstEntry,
  hasId,
  insteadOfBatch,
  REFUSAL,
  replyToBatch,
  withEntries,
} from './batch-hooks.js';
import { isJson } from './texts.js';

const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;

const isEmpty = (entries: readonly unknown[]): boolean => entries.length === 0;
const isOne = ([first, ...rest]: readonly unknown[]): boolean => first === 1 && rest.length === 0;
const isHalf = (text: string): boolean => text.startsWith('[') && !isJson(text);
const otherCode = (reply: string): string => reply.replace('"code":-32600', '"code":-32602');

/** Batches that are empty, invalid or no JSON. */
export const BAD_BATCHES_BREAKAGES: readonly Breakage[] = [
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
    breaks: () => replyToBatch(isOne, firstEntry),
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
];
