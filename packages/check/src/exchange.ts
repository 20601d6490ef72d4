/** One message or line of the server's, as it came. */
export interface Heard {
  readonly text: string;
  /** The same as a value; undefined where the text is no JSON. */
  readonly value: unknown;
  /** When, by the clock of the run. */
  readonly at: number;
}

/** What an HTTP answer said. */
export interface Told {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the body ended: whole, cut off by the server, cut off by us because it was long enough or too long, or too late. */
  readonly ended: 'whole' | 'cut' | 'left' | 'late';
}

/** What became of the connection: still there, closed by the server, or there and mute. */
export type ConnectionState = 'open' | 'closed' | 'silent';

/** What was said to the server, and everything that was heard until it was done. */
export interface Exchange {
  /** The texts as they were sent, without the newline of line transports. Bytes that are no UTF-8 are shown as U+FFFD. */
  readonly sent: readonly string[];
  /** Over HTTP: method and headers of the requests. */
  readonly asked?: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
  }[];
  /** Everything that came while it lasted, in order, but for the reply to our own marker. */
  readonly heard: readonly Heard[];
  /** Messages among it that are no requests and no notifications: replies, or what is meant to be one. Batches count as one. */
  readonly responses: readonly Heard[];
  /** The reply to it: the response under its id, otherwise the first. */
  readonly reply: Heard | undefined;
  /** The answers of HTTP, one per text; fewer where none came. */
  readonly told: readonly Told[];
  readonly state: ConnectionState;
  /** When it began, and how long it took, by the clock of the run. */
  readonly at: number;
  readonly ms: number;
}
