import type { IdText, Ref, Maybe } from '@errata/core/internal';

/** A request without its body: all that is needed to turn most wrong ones away before anything is read. */
export interface HttpHead {
  readonly method: string;
  /** The value of a header by its lower-case name; several of one name joined with a comma. Needs no `this`. */
  readonly header: (name: string) => string | undefined;
  /** All of them, for a connection that passes the request on. */
  headers?(): Iterable<readonly [name: string, value: string]>;
  /** Hears once that the client went away before it had its answer. */
  readonly onClosed: (listener: () => void) => void;
  /** Where the request comes from, as the socket says: `192.0.2.1`. */
  readonly address?: string | undefined;
  /** Under which ref everything about this request is recorded, where the edge gives one to each. */
  readonly ref?: Ref;
  /** Who is asking, where a framework found out before. */
  readonly auth?: unknown;
}

/** The bytes or the text of a body; undefined if there is none. */
export type Body = Uint8Array | string | undefined;

/** A request with its body. */
export interface HttpRequest extends HttpHead {
  readonly body: Body;
}

/** A body that did not come in whole: because of the client, or because somebody read it before and left nothing. */
export type BodyProblem =
  | { readonly problem: 'too-large'; readonly id?: IdText }
  | { readonly problem: 'too-slow' }
  | { readonly problem: 'unreadable'; readonly cause: unknown };

/** What is still to be done with a request that was let in: read its body and hand it over. */
export type Receive = (body: Body | BodyProblem) => Maybe<HttpAnswer>;

/** The writing end of a stream. Writing to a closed one does nothing. */
export interface Sink {
  write(text: string): void;
  end(): void;
  readonly closed: boolean;
}

/** An answer is short and complete, or a stream that starts when somebody gives it a sink. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly stream?: (sink: Sink) => void;
}

export function isBodyProblem(body: Body | BodyProblem): body is BodyProblem {
  return typeof body === 'object' && 'problem' in body;
}
