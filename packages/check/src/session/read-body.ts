import type { Told } from '../exchange.js';
import { copyText } from '../json/cut-text.js';
import { EventReader } from './event-reader.js';

/** The messages in the body of an answer: the events of a stream, or the body itself; none where there is nothing. */
export function readBody({ headers, body }: Pick<Told, 'status' | 'headers' | 'body'>): string[] {
  if (!(headers['content-type'] ?? '').includes('text/event-stream')) {
    return /\S/.test(body) ? [body] : [];
  }
  const events: string[] = [];
  const reader = new EventReader((data) => void events.push(copyText(data)));
  reader.take(body);
  reader.finish();
  return events;
}
