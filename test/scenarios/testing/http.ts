import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { serveRaw as listenRaw, type RawAnswer } from '@errata/testing/raw-server';
import { onTestFinished } from 'vitest';
import {
  ENVELOPE,
  ERA_2025,
  ERA_2026,
  HELLO,
  type Id,
  INITIALIZED,
  type Message,
  read,
  request,
} from './wire.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Raw head and body, to search for text that must not be there. */
  readonly raw: string;
  /** The last message of the body, whether it came as JSON or as an event. */
  readonly message: Message;
}

const TYPES = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export async function post(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = httpRequest(url, { method: 'POST', headers: { ...TYPES, ...headers }, agent });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk as Uint8Array);
  const text = Buffer.concat(chunks).toString();
  const { statusCode: status = 0, statusMessage, rawHeaders } = response;
  return {
    status,
    headers: new Headers(response.headers as Record<string, string>),
    raw: `${status} ${statusMessage}\n${rawHeaders.join('\n')}\n\n${text}`,
    message: messageOf(text),
  };
}

/** A socket per request: a kept one may close at the moment of the next request. */
const agent = new Agent();

/** Close the sockets that the test file has left open. */
export function closeSockets(): void {
  agent.destroy();
}

/** A session of 2025-11-25: what comes back posts into it. */
export async function openSession(
  url: string,
  headers: Record<string, string> = {},
): Promise<(body: string, more?: Record<string, string>) => Promise<Answer>> {
  const hello = await post(url, HELLO, headers);
  const id = hello.headers.get('mcp-session-id');
  const own = {
    ...headers,
    'mcp-protocol-version': ERA_2025,
    // A server of SDK v2 serves without sessions.
    ...(id !== null && { 'mcp-session-id': id }),
  };
  await post(url, INITIALIZED, own);
  return (body, more) => post(url, body, { ...own, ...more });
}

/** A request of 2026-07-28 with the headers that belong to it. */
export function postModern(
  url: string,
  given: { readonly id?: Id; readonly method: string; readonly params?: object },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { id = 1, method, params = {} } = given;
  const { name, uri } = params as { name?: string; uri?: string };
  const mirrored = name ?? uri;
  return post(url, request(id, method, { ...params, _meta: ENVELOPE }), {
    'mcp-protocol-version': ERA_2026,
    'mcp-method': method,
    ...(mirrored !== undefined && { 'mcp-name': mirrored }),
    ...headers,
  });
}

export const callModern = (url: string, name: string, args: object = {}, id: Id = 1) =>
  postModern(url, { id, method: 'tools/call', params: { name, arguments: args } });

function messageOf(body: string): Message {
  const events = body.split('\n').filter((line) => line.startsWith('data:'));
  const last =
    events.findLast((line) => line.length > 'data: '.length)?.slice('data:'.length) ?? body;
  try {
    return read(last);
  } catch {
    return {}; // an empty body, or one for people
  }
}

/** An HTTP server that answers the handshake and then the calls with the given answers, in order. */
export async function serveRaw(
  answer: (call: number, message: Message) => RawAnswer,
): Promise<string> {
  const server = await listenRaw((message, count) =>
    message.method === 'tools/call' ? answer(count, message as Message) : undefined,
  );
  onTestFinished(server.close);
  return server.url.href;
}
