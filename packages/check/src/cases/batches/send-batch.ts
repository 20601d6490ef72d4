import type { Exchange, Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import type { Say } from '../../session/session.js';
import { idTextOf } from '../../session/sort-heard.js';
import { entriesOf } from '../entries.js';
import { errorOf } from '../read-reply.js';
import { harmlessText } from '../ids/ask.js';

/** What came of a batch. */
export interface BatchAnswer {
  readonly exchange: Exchange;
  /** Its responses, one by one. */
  readonly entries: readonly Heard[];
  /** Whether they came as an array. */
  readonly isArray: boolean;
  /** Whether there is one error for the batch as a whole, or a status of HTTP that refuses it. */
  readonly isRefused: boolean;
}

/** Send messages as one batch. */
export function sendBatch(
  probe: Probe,
  messages: readonly string[],
  expects?: Say['expects'],
): Promise<BatchAnswer> {
  return sendBatchText(probe, `[${messages.join(',')}]`, messages.length, expects);
}

/** Send a text that is a batch, or was meant to be one, of so many messages. */
export async function sendBatchText(
  probe: Probe,
  text: string,
  messages: number,
  expects: Say['expects'] = 'either',
): Promise<BatchAnswer> {
  const exchange = await probe.send(text, { expects });
  const [first] = exchange.responses;
  const isArray = Array.isArray(first?.value);
  const isNameless = first !== undefined && !isArray && (idTextOf(first.text) ?? 'null') === 'null';
  const isRefused =
    (exchange.told[0]?.status ?? 0) >= 400 || (isNameless && errorOf(first) !== undefined);
  // A server that answers each message by itself has not said everything yet.
  const hasMore = first !== undefined && !isArray && !isNameless && probe.transport !== 'http';
  const rest =
    hasMore && messages > 1 ? await probe.sendAll([], { replies: messages - 1 }) : undefined;
  return {
    exchange,
    entries: entriesOf([...exchange.responses, ...(rest?.responses ?? [])]),
    isArray,
    isRefused,
  };
}

/** Two requests that any server can answer. */
export function twoRequests(probe: Probe): readonly string[] {
  return [harmlessText(probe), harmlessText(probe)];
}

/** Whether the server takes batches at all: a refusal of another one says something of that one only then. */
export async function takesBatches(probe: Probe): Promise<boolean> {
  const { entries, isRefused } = await sendBatch(probe, twoRequests(probe));
  return entries.length > 0 && !isRefused;
}

/** Why the entries of an answer say nothing: there are none, or the batch was refused as a whole. */
export function unjudgeable({ entries, isRefused, exchange }: BatchAnswer): string | undefined {
  if (exchange.state !== 'open') return 'the connection did not survive it';
  if (isRefused) return 'the batch was refused as a whole';
  return entries.length === 0 ? 'there was no reply' : undefined;
}
