import { byteLength } from '@errata/core/internal';
import type { HttpAnswer, Sink } from './http-messages.js';

type Headers = Readonly<Record<string, string>>;

const NO_HEADERS: Headers = {};

/** An answer with a JSON text. */
export function jsonAnswer(
  status: number,
  body: string,
  headers: Headers = NO_HEADERS,
): HttpAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(bytesOf(body)),
      ...headers,
    },
    body,
  };
}

/** An answer that says all it has to say with its status. */
export function emptyAnswer(status: number, headers: Headers = NO_HEADERS): HttpAnswer {
  // RFC 9110 §8.6: a 204 has no Content-Length.
  return {
    status,
    headers: status === 204 ? { ...headers } : { 'Content-Length': '0', ...headers },
  };
}

/** An answer that goes on: events as they come. */
export function streamAnswer(
  stream: (sink: Sink) => void,
  headers: Headers = NO_HEADERS,
): HttpAnswer {
  return { status: 200, headers: { ...EVENT_HEADERS, ...headers }, stream };
}

/** A stream of one event that is known already, for clients that accept nothing else. */
export function eventAnswer(events: string, headers: Headers = NO_HEADERS): HttpAnswer {
  return {
    status: 200,
    headers: { ...EVENT_HEADERS, 'Content-Length': String(bytesOf(events)), ...headers },
    body: events,
  };
}

const EVENT_HEADERS: Headers = {
  'Content-Type': 'text/event-stream',
  // Proxies that store or compress a stream hold its events back.
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** A text that a hook made, as a header value: a line break in it would start a header of the hook's choosing. */
export function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e]+/g, ' ').trim();
}

function bytesOf(text: string): number {
  // Node counts long texts much faster than a loop; other runtimes have no Buffer.
  return typeof Buffer === 'undefined' ? byteLength(text) : Buffer.byteLength(text);
}
