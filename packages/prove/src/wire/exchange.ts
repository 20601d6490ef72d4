import { request as requestHttp, type Agent, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createEventReader } from './event-reader.js';
import { WireError } from './wire-error.js';

export interface Outgoing {
  readonly url: URL;
  readonly agent: Agent;
  readonly method: 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Hears each message of the answer; true where it is the one that was waited for. */
  readonly onMessage: (text: string, response: IncomingMessage) => boolean;
}

/**
 * Send one request. Settles with the head of the answer when the message that was waited for has come, or the answer is over;
 * what a stream still brings after that is heard too.
 */
export function exchange(outgoing: Outgoing): Promise<IncomingMessage> {
  const { url, agent, method, headers, body, timeout, signal } = outgoing;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers }, signal });
    const timer = setTimeout(
      () => sent.destroy(new WireError(`no answer within ${timeout} ms`)),
      timeout,
    );
    const settle = (): void => clearTimeout(timer);
    sent.on('error', (cause) => {
      settle();
      reject(cause instanceof WireError ? cause : new WireError('the request failed', { cause }));
    });
    sent.on('response', (response) => {
      const heard = (): void => (settle(), resolve(response));
      read(response, outgoing.onMessage, heard);
      response.on('error', (cause) => {
        settle();
        reject(new WireError('the answer broke off', { cause }));
      });
    });
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });
}

function read(
  response: IncomingMessage,
  onMessage: Outgoing['onMessage'],
  heard: () => void,
): void {
  response.setEncoding('utf8');
  response.on('end', heard);
  if (/^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')) {
    response.on(
      'data',
      createEventReader((data) => onMessage(data, response) && heard()),
    );
    return;
  }
  let body = '';
  response.on('data', (chunk: string) => (body += chunk));
  response.prependListener('end', () => body !== '' && onMessage(body, response));
}
