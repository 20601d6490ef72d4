import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { Era } from '@errata/core';
import { createEventReader, objectOrEmpty } from '@errata/core/internal';
import { textOf } from './lines.js';
import { AnswerLog, createScribe, isModern, parseJson, shakeHands } from './messages.js';
import {
  type Answer,
  DEFAULT_TIMEOUT,
  type Wire,
  ProbeError,
  type ProbeWireOptions,
} from './wire.js';

/** Headers to add or change for one request; undefined takes one away. Names in lower case. */
export type HeaderChanges = Readonly<Record<string, string | undefined>>;

/** What the headers of 2026-07-28 repeat of a body, by method. */
const NAMED: ReadonlyMap<unknown, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** The headers that a message needs in an era, as far as its text says what they are about. */
export function headersFor(
  text: string,
  era: Era,
  session: { readonly id?: string; readonly begun: boolean },
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (era === 'jsonrpc') return headers;
  if (session.begun || isModern(era)) headers['mcp-protocol-version'] = era;
  if (session.id !== undefined) headers['mcp-session-id'] = session.id;
  return isModern(era) ? { ...headers, ...mirrored(text) } : headers;
}

function mirrored(text: string): Record<string, string> {
  const { method, params } = objectOrEmpty(parseJson(text));
  const member = NAMED.get(method);
  const name = member === undefined ? undefined : objectOrEmpty(params)[member];
  return {
    ...(typeof method === 'string' && { 'mcp-method': encodeHeaderValue(method) }),
    ...(typeof name === 'string' && { 'mcp-name': encodeHeaderValue(name) }),
  };
}

/** A text as a header can hold it: as it is, or in base64 where white space or other alphabets would be lost. */
export function encodeHeaderValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return plain && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Headers with the changes made. */
function changed(
  headers: Readonly<Record<string, string>>,
  changes: HeaderChanges,
): Record<string, string> {
  const result: Record<string, string> = { ...headers };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete result[name.toLowerCase()];
    else result[name.toLowerCase()] = value;
  }
  return result;
}

export interface HttpWireOptions extends ProbeWireOptions {
  readonly url: string;
  readonly era: Era;
  /** Sent with every request: an `authorization`, for one. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A wire over Streamable HTTP, where single requests can have headers of their own. */
export interface HttpWire extends Wire {
  readonly sessionId: string | undefined;
  request(method: string, params?: object, headers?: HeaderChanges): Promise<Answer>;
  callTool(name: string, args?: object, headers?: HeaderChanges): Promise<Answer>;
  send(text: string | Uint8Array, headers?: HeaderChanges): Promise<Answer>;
}

/** Speak to a server over HTTP, with a session where the era and the server have one. */
export async function connectHttp(options: HttpWireOptions): Promise<HttpWire> {
  const { era, headers: own = {}, timeout = DEFAULT_TIMEOUT } = options;
  const url = new URL(options.url);
  // A new connection for each request: a kept one may close at the moment of the next request, and that failure would prove nothing.
  const agent = new (url.protocol === 'https:' ? SecureAgent : Agent)();
  const scribe = createScribe(era, options);
  const log = new AnswerLog();
  const closing = new AbortController();
  let session: { readonly id?: string; readonly begun: boolean } = { begun: false };

  const post = async (body: string | Uint8Array, changes: HeaderChanges): Promise<Answer> => {
    const sent = textOf(body);
    const headers = changed({ ...headersFor(sent, era, session), ...own }, changes);
    let answer: Answer | undefined;
    const response = await exchange({
      ...{ url, agent, method: 'POST', headers, body, timeout, signal: closing.signal },
      onMessage(text, head) {
        const received = log.hear(text, { sent, ...aroundOf(head) });
        if (received.kind === 'request') void post(received.reply, {}).catch(() => undefined);
        if (received.kind !== 'answer') return false;
        answer ??= received.answer;
        return true;
      },
    });
    return answer ?? { text: '', message: undefined, sent, ...aroundOf(response) };
  };

  const request: HttpWire['request'] = async (method, params, headers = {}) => {
    const answer = await post(scribe.request(method, params), headers);
    if (answer.text === '') {
      throw new ProbeError(`${method} was answered with HTTP ${answer.status} and nothing else`);
    }
    if (method === 'initialize' && answer.status === 200) {
      const id = answer.headers?.get('mcp-session-id') ?? undefined;
      session = { begun: true, ...(id !== undefined && { id }) };
    }
    return answer;
  };

  const endSession = async (): Promise<void> => {
    if (session.id === undefined) return;
    const headers = { ...headersFor('', era, session), ...own };
    await exchange({
      ...{ url, agent, method: 'DELETE', headers, timeout: Math.min(timeout, 2000) },
      signal: closing.signal,
      onMessage: () => false,
    }).catch(() => undefined); // a server that is gone has no session either
  };

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= endSession().then(() => {
      closing.abort();
      agent.destroy();
    }));

  const wire: HttpWire = {
    era,
    get sessionId() {
      return session.id;
    },
    request,
    callTool: (name, args = {}, headers) =>
      request('tools/call', { name, arguments: args }, headers),
    send: (text, headers = {}) => post(text, headers),
    async notify(method, params) {
      await post(scribe.notification(method, params), {});
    },
    notifications: log.notifications,
    answers: log.answers,
    close,
  };
  await shakeHands(wire, options);
  return wire;
}

function aroundOf({ statusCode, headers }: IncomingMessage): Pick<Answer, 'status' | 'headers'> {
  const get = (name: string): string | null => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  return { ...(statusCode !== undefined && { status: statusCode }), headers: { get } };
}

interface Outgoing {
  readonly url: URL;
  readonly agent: Agent;
  readonly method: 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Hears each message of the answer; true if it is the one that was waited for. */
  readonly onMessage: (text: string, response: IncomingMessage) => boolean;
}

/**
 * Send one request. Settles with the head of the answer when the message that was waited for has come, or the answer is over;
 * what a stream still brings after that is read too.
 */
function exchange(outgoing: Outgoing): Promise<IncomingMessage> {
  const { url, agent, method, headers, body, timeout, signal } = outgoing;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers }, signal });
    const timer = setTimeout(
      () => sent.destroy(new ProbeError(`no answer within ${timeout} ms`)),
      timeout,
    );
    const settle = (): void => clearTimeout(timer);
    sent.on('error', (cause) => {
      settle();
      reject(cause instanceof ProbeError ? cause : new ProbeError('the request failed', { cause }));
    });
    sent.on('response', (response) => {
      const onResponse = (): void => (settle(), resolve(response));
      read(response, outgoing.onMessage, onResponse);
      response.on('error', (cause) => {
        settle();
        reject(new ProbeError('the answer broke off', { cause }));
      });
    });
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });
}

function read(
  response: IncomingMessage,
  onMessage: Outgoing['onMessage'],
  onResponse: () => void,
): void {
  response.setEncoding('utf8');
  response.on('end', onResponse);
  if (/^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')) {
    response.on(
      'data',
      createEventReader((data) => onMessage(data, response) && onResponse()),
    );
    return;
  }
  let body = '';
  response.on('data', (chunk: string) => (body += chunk));
  response.prependListener('end', () => body !== '' && onMessage(body, response));
}
