/** The wires that can be judged. */
export type Transport = 'stdio' | 'http' | 'tcp';

/** One message or line of the server's, as it came. */
export interface ReceivedMessage {
  readonly text: string;
  /** The same as a value; undefined if the text is not JSON. */
  readonly value: unknown;
  /** When, by the clock of the run. */
  readonly at: number;
}

/** What an HTTP answer said. */
export interface HttpReply {
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
export interface WireExchange {
  /** The texts as they were sent, without the newline of line transports. Bytes that are no UTF-8 are shown as U+FFFD. */
  readonly sent: readonly string[];
  /** Over HTTP: method and headers of the requests. */
  readonly httpRequests?: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
  }[];
  /** Everything that came while it lasted, in order, but for the reply to our own marker. */
  readonly received: readonly ReceivedMessage[];
  /** Messages among it that are no requests and no notifications: replies, or what is meant to be one. Batches count as one. */
  readonly responses: readonly ReceivedMessage[];
  /** The reply to it: the response under its id, otherwise the first. */
  readonly reply: ReceivedMessage | undefined;
  /** The answers of HTTP, one per text; fewer where none came. */
  readonly httpAnswers: readonly HttpReply[];
  readonly state: ConnectionState;
  /** On line transports: the server has stopped reading, which ends a connection as much as closing it. */
  readonly isStalled?: true;
  /** When it began, and how long it took, by the clock of the run. */
  readonly at: number;
  readonly ms: number;
}

/** How bytes can be wrong although a text was made of them. */
export type ByteFlaw = 'invalid UTF-8' | 'byte order mark';

/** Everything that one link carried. */
export interface LinkLog {
  readonly events: readonly {
    readonly way: 'out' | 'in';
    readonly text: string;
    readonly at: number;
    /** What is wrong with the bytes of a line that came in, which its text cannot show any more. */
    readonly flaw?: ByteFlaw;
  }[];
}
