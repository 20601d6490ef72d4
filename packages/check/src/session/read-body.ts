import type { HttpReply } from '../exchange.js';
import { copyText } from '../json/cut-text.js';

/** Reads an event stream piece by piece: lines end in LF, CR or both, also where a piece ends between the two. */
export class EventReader {
  readonly #onEvent: (data: string) => void;
  #line = '';
  #data: string[] = [];
  #isAfterReturn = false;
  #isFirst = true;

  constructor(onEvent: (data: string) => void) {
    this.#onEvent = onEvent;
  }

  take(piece: string): void {
    if (piece === '') return;
    const text = this.#isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#isAfterReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n?|\n/);
    const rest = lines.pop()!;
    for (const line of lines) {
      this.#take(this.#line + line);
      this.#line = '';
    }
    this.#line += rest;
  }

  /** The data of an event that is not over yet, where it has one line that is whole. */
  get begun(): string | undefined {
    return this.#line === '' && this.#data.length === 1 ? this.#data[0] : undefined;
  }

  /** There is nothing more to come: what is there is taken for an event, though no empty line follows. */
  finish(): void {
    if (this.#line !== '') this.#take(this.#line);
    this.#line = '';
    this.#take('');
  }

  #take(given: string): void {
    const line = this.#isFirst ? given.replace(/^\uFEFF/, '') : given;
    this.#isFirst = false;
    if (line === 'data') this.#data.push('');
    else if (line.startsWith('data:')) this.#data.push(line.slice(5).replace(/^ /, ''));
    if (line !== '' || this.#data.length === 0) return;
    const data = this.#data.join('\n');
    this.#data = [];
    if (data.trim() !== '') this.#onEvent(data);
  }
}

/** The messages in the body of an answer: the events of a stream, or the body itself; none where there is nothing. */
export function readBody({
  headers,
  body,
}: Pick<HttpReply, 'status' | 'headers' | 'body'>): string[] {
  if (!(headers['content-type'] ?? '').includes('text/event-stream')) {
    return /\S/.test(body) ? [body] : [];
  }
  const events: string[] = [];
  const reader = new EventReader((data) => void events.push(copyText(data)));
  reader.take(body);
  reader.finish();
  return events;
}
