import { membersOf, parseJson } from '../../json/json.js';
import { idTextOf } from '../../session/sort-heard.js';
import type { Hooks } from '../breakage.js';

/** What is said to a batch as a whole. */
export const REFUSAL =
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}';

export type Message = Readonly<Record<string, unknown>>;

/** The entries of a text that is an array; undefined for all others. */
export function entriesIn(text: string): readonly unknown[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}

/** The reply to a batch that is meant is changed. */
export function replyToBatch(
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
export function insteadOfBatch(
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
export function withEntries(
  reply: string,
  change: (entries: readonly Message[]) => readonly unknown[],
): string {
  return JSON.stringify(change((entriesIn(reply) ?? []).map(membersOf)));
}

export const firstEntry = (reply: string): string => JSON.stringify(entriesIn(reply)![0]);

export const isRequest = (entry: unknown): boolean => membersOf(entry)['id'] !== undefined;

export function hasId(id: string): (entries: readonly unknown[]) => boolean {
  return (entries) => entries.some((entry) => membersOf(entry)['id'] === id);
}
