import type { Era } from '@errata/core';
import { objectOrEmpty, isObject, parseJson, rawMember } from '../json/json.js';
import type { ReceivedMessage } from '../exchange.js';
import { cutText } from '../json/thin-text.js';

/** Who asks. */
export const CLIENT = { name: 'errata-check', version: '0.1.0' } as const;

/** Whether requests carry an envelope instead of a handshake. */
export function isModern(era: Era): boolean {
  return era === '2026-07-28';
}

/** What a request of the era needs in `_meta`. */
function envelope(era: Era): Readonly<Record<string, unknown>> {
  return {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

/** The params of a request with what the era wants around them. */
function dress(era: Era, params: object | undefined): object | undefined {
  if (!isModern(era)) return params;
  return {
    ...params,
    _meta: { ...envelope(era), ...objectOrEmpty(objectOrEmpty(params)['_meta']) },
  };
}

/** A message as text; the id is JSON text, so that any digits can be said. */
export function writeMessage(
  era: Era,
  method: string,
  params: object | undefined,
  id: string | undefined,
): string {
  const dressed = dress(era, params);
  const around = id === undefined ? '' : `"id":${id},`;
  const inner = dressed === undefined ? '' : `,"params":${JSON.stringify(dressed)}`;
  return `{"jsonrpc":"2.0",${around}"method":${JSON.stringify(method)}${inner}}`;
}

/** A request that every server of the era answers, whatever else it can. */
export function harmlessMethod(era: Era): string {
  if (era === 'jsonrpc') return 'errata.marker';
  return isModern(era) ? 'server/discover' : 'ping';
}

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

/** The id of a text as JSON text, such as `"7"`; undefined if it has none that can be read. */
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

/** The id without its quotes, to find a reply: that a server turned a number into a text is judged where ids are. */
export function bareIdOf(text: string): string | undefined {
  return idTextOf(text)?.replaceAll('"', '');
}

/** What is said to a server that asks its client something: it must not wait for ever. */
export function answerTo(request: ReceivedMessage): string {
  const { method } = objectOrEmpty(request.value);
  const id = idTextOf(request.text) ?? 'null';
  return method === 'ping'
    ? `{"jsonrpc":"2.0","id":${id},"result":{}}`
    : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"This client offers nothing"}}`;
}

/** How much of a value is kept. */
interface Room {
  /** Entries of lists and objects, in all. */
  readonly entries: number;
  /** Characters of one text. */
  readonly text: number;
}

/** Levels of a value that are kept. */
const DEEPEST = 8;

/** Members by which messages are judged: they stay where others go. */
const FIRST: readonly string[] = [
  ...['jsonrpc', 'id', 'method', 'result', 'error', 'params'],
  ...['code', 'message', 'isError', 'resultType', 'content', 'type', 'text', 'data'],
  ...['structuredContent', 'supported', 'requested', 'requiredCapabilities', '_meta'],
];
/** Levels on which those stay: entry of a batch, error or result, block of content. */
const LEVELS = 4;

/** A small value in place of a large one: lists and objects are shorter, texts are cut, and what messages are judged by is there. */
export function outline(value: unknown, room: Room): unknown {
  let left = room.entries;
  const draw = (each: unknown, depth: number): unknown => {
    if (typeof each === 'string') return cutText(each, room.text);
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return drawList(each as unknown[], depth);
    return drawMembers(each as Record<string, unknown>, depth);
  };
  const drawList = (list: readonly unknown[], depth: number): unknown[] => {
    const drawn: unknown[] = [];
    for (const each of list) {
      if (left <= 0 || depth >= DEEPEST) break;
      left -= 1;
      drawn.push(draw(each, depth + 1));
    }
    return drawn;
  };
  const drawMembers = (object: Record<string, unknown>, depth: number): unknown => {
    const drawn: [string, unknown][] = [];
    const first = depth < LEVELS ? FIRST.filter((name) => Object.hasOwn(object, name)) : [];
    left -= first.length;
    for (const name of first) drawn.push([name, draw(object[name], depth + 1)]);
    for (const name in object) {
      if (left <= 0 || depth >= DEEPEST) break;
      if (first.includes(name)) continue;
      left -= 1;
      drawn.push([cutText(name, room.text), draw(object[name], depth + 1)]);
    }
    return Object.fromEntries(drawn);
  };
  return draw(value, 0);
}

/** Characters of a text that is kept as it is, however much else there is. */
export const SHORT_TEXT = 1000;

const SMALL: Room = { entries: 60, text: 400 };
const LARGE: Room = { entries: 500, text: 8000 };

/** A message with the beginning of its text, and what matters of its value. What was JSON does not look as if it were none. */
export function cutMessage(message: ReceivedMessage, most: number): ReceivedMessage {
  const { text, value, at } = message;
  if (text.length <= most) return message;
  return { text: cutText(text, most), value: outline(value, LARGE), at };
}

/** A message as little more than what it is judged by. */
export function outlineMessage(message: ReceivedMessage): ReceivedMessage {
  const { text, value, at } = message;
  if (text.length <= SHORT_TEXT) return message;
  const small = outline(value, SMALL);
  return { text: JSON.stringify(small) ?? cutText(text, SHORT_TEXT), value: small, at };
}

/** The text of a small value in place of a large one; undefined if there is no value. */
export function outlineText(value: unknown): string | undefined {
  return JSON.stringify(outline(value, SMALL));
}
