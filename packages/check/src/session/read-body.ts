import type { Told } from '../exchange.js';

/** The messages in the body of an answer: the events of a stream, or the body itself; none where there is nothing. */
export function readBody({ headers, body }: Pick<Told, 'status' | 'headers' | 'body'>): string[] {
  if (!(headers['content-type'] ?? '').includes('text/event-stream')) {
    return body.trim() === '' ? [] : [body];
  }
  return body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data.trim() !== '');
}
