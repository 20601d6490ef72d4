import type { Params } from '../codec/index.js';
import type { Origin } from '../contract/index.js';
import type { Fault, Ref } from '../fault/index.js';

/**
 * What a message came in: a line of stdio, a POST. The edge makes it, handlers may look at it, and the boundary tells it what
 * was answered, because a status may depend on that.
 */
export interface Exchange {
  /** Say something to the client before the reply: progress, a log message. */
  readonly notify?: ((method: string, params?: Params) => void) | undefined;
  /** The same for a whole message as text: a request of the server's own. */
  readonly send?: ((text: string) => void) | undefined;
  /** Who is asking, as far as the edge found out. */
  readonly auth?: unknown;
  /** Headers of the transport by lower-case name. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** All of them, for whoever passes the request on. */
  readonly headers?: (() => Iterable<readonly [name: string, value: string]>) | undefined;
  /** The ref of everything in it, where the edge has told it already: in a header, for one. */
  readonly ref?: Ref | undefined;
  /** The trace that this call belongs to, as W3C writes it. */
  readonly traceparent?: string | undefined;
  /** Hears of each failure that is answered, and whether a handler raised it. */
  readonly failed?: ((fault: Fault, origin: Origin) => void) | undefined;
}
