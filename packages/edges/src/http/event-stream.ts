import type { Sink } from './http-messages.js';

/** One message as a server-sent event. */
export function toEvent(text: string): string {
  // Compact JSON has no line breaks, but a connection of somebody else's may write it in several lines.
  const data =
    text.includes('\n') || text.includes('\r') ? text.replace(LINE_BREAK, '\ndata: ') : text;
  return `event: message\ndata: ${data}\n\n`;
}

const LINE_BREAK = /\r\n|\r|\n/g;

/** Does nothing to a client, but proxies see that the stream is alive, and a dead socket is found out. */
const KEEP_ALIVE = ': keep-alive\n\n';

/** Events for one reader. They wait until the adapter has sent the headers and gives a sink. */
export class EventStream {
  readonly #keepAlive: number;
  #waiting: string[] = [];
  #sink: Sink | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;
  #ended = false;

  /** The interval of comments in milliseconds; 0 for none. */
  constructor(keepAlive: number) {
    this.#keepAlive = keepAlive;
  }

  send(text: string): void {
    if (this.#ended) return;
    if (this.#sink === undefined) this.#waiting.push(toEvent(text));
    else this.#sink.write(toEvent(text));
  }

  /** The adapter is ready to write. */
  start(sink: Sink): void {
    this.#sink = sink;
    // One write, so that a short stream is one packet.
    if (this.#waiting.length > 0) sink.write(this.#waiting.join(''));
    this.#waiting = [];
    if (this.#ended) return sink.end();
    if (this.#keepAlive > 0) {
      this.#timer = setInterval(() => sink.write(KEEP_ALIVE), this.#keepAlive);
      this.#timer.unref?.();
    }
  }

  /** Nothing more is written. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#timer);
    this.#sink?.end();
  }
}
