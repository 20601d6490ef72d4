import type { ReceivedMessage } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson, rawMember } from '../json/json.js';

/** An object with none of these is no message at all, such as a line of a log. */
const MEMBERS = ['jsonrpc', 'id', 'method', 'result', 'error'] as const;

/** What a message of the server's is meant to be. */
export function kindOf({
  value,
}: ReceivedMessage): 'response' | 'request' | 'notification' | 'noise' {
  if (value === undefined) return 'noise';
  if (isObject(value) && !MEMBERS.some((name) => Object.hasOwn(objectOrEmpty(value), name)))
    return 'noise';
  const { method, id } = objectOrEmpty(value);
  if (typeof method !== 'string') return 'response';
  return id === undefined ? 'notification' : 'request';
}

/** From this length on only the beginning of a text is searched for its id, which is where our own have it. */
const LONG = 60_000;
const BEGINNING = 4096;

/** The id of a text as JSON text, such as `"7"`; undefined where it has none that can be read. */
export function idTextOf(text: string): string | undefined {
  if (text.length >= LONG) return rawMember(text.slice(0, BEGINNING), 'id');
  const before = known.get(text);
  if (before !== undefined) return before === NONE ? undefined : before;
  const id = readId(text);
  size += text.length + PER_TEXT;
  if (size > MOST_KNOWN) {
    known.clear();
    size = text.length + PER_TEXT;
  }
  known.set(text, id ?? NONE);
  return id;
}

/** Many cases ask for the ids of the same messages. */
const known = new Map<string, string>();
/** Characters of all of them, with what a text takes besides. */
const MOST_KNOWN = 4_000_000;
const PER_TEXT = 200;
let size = 0;
/** No id, as no JSON text could say it. */
const NONE = '';

function readId(text: string): string | undefined {
  return parseJson(text) === undefined ? undefined : rawMember(text, 'id');
}

/** The response under one of the ids that were sent, otherwise the first. */
export function replyAmong(
  responses: readonly ReceivedMessage[],
  sent: readonly string[],
): ReceivedMessage | undefined {
  const ids = new Set(sent.map(idTextOf).filter((id) => id !== undefined));
  return responses.find(({ text }) => ids.has(idTextOf(text) ?? '')) ?? responses[0];
}

/** What is said to a server that asks its client something: it must not wait for ever. */
export function answerTo(request: ReceivedMessage): string {
  const { method } = objectOrEmpty(request.value);
  const id = idTextOf(request.text) ?? 'null';
  return method === 'ping'
    ? `{"jsonrpc":"2.0","id":${id},"result":{}}`
    : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"This client offers nothing"}}`;
}
