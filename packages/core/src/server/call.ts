import type { IdText, Params } from '../codec/index.js';
import { createRef, type Fault, type Ref } from '../fault/index.js';
import type { Exchange } from './exchange.js';

/** What a handler knows of the request it works on. It does not know the id: that is the boundary's business. */
export interface CallInfo {
  readonly method: string;
  /** The ref under which this request is recorded, whatever becomes of it. */
  readonly ref: Ref;
  /** Aborted when the client cancels, the connection closes or the deadline passes. */
  readonly signal: AbortSignal;
  /** What the request came in, as far as the edge says. */
  readonly exchange: Exchange | undefined;
  /** What the connection was opened with: whose request this is. */
  readonly peer: unknown;
  /** Set it where the call changes nothing: whatever it fails with, the effect is then `none`. */
  readOnly: boolean;
}

/** What a call needs only if somebody asks for it; most calls need none of it. */
interface Details {
  ref?: Ref;
  controller?: AbortController;
  cancelled?: { readonly why: unknown };
  expired?: { readonly why: unknown };
}

/** One request in progress. */
export class Call implements CallInfo {
  readonly method: string;
  readonly id: IdText | undefined;
  readonly exchange: Exchange | undefined;
  readonly peer: unknown;
  readOnly = false;
  /** Kept while somebody works on it. */
  params: Params | undefined = undefined;
  /** Hears once that nobody wants the reply any more. */
  onCancelled: (() => void) | undefined = undefined;
  /** What it was answered with, if it failed. */
  fault: Fault | undefined = undefined;
  #details: Details | undefined = undefined;

  constructor(method: string, id: IdText | undefined, exchange?: Exchange, peer?: unknown) {
    this.method = method;
    this.id = id;
    this.exchange = exchange;
    this.peer = peer;
  }

  get ref(): Ref {
    return ((this.#details ??= {}).ref ??= this.exchange?.ref ?? createRef());
  }

  /** The ref if anything has seen it yet. */
  get refIfUsed(): Ref | undefined {
    return this.#details?.ref ?? this.exchange?.ref;
  }

  get signal(): AbortSignal {
    const details = (this.#details ??= {});
    if (details.controller === undefined) {
      details.controller = new AbortController();
      const stopped = details.cancelled ?? details.expired;
      if (stopped !== undefined) details.controller.abort(stopped.why);
    }
    return details.controller.signal;
  }

  get cancelled(): boolean {
    return this.#details?.cancelled !== undefined;
  }

  cancel(why: unknown): void {
    const details = (this.#details ??= {});
    if (details.cancelled !== undefined) return;
    details.cancelled = { why };
    details.controller?.abort(why);
    this.onCancelled?.();
  }

  /** The deadline passed: whoever works on it is to stop, but the reply is still owed. */
  expire(why: unknown): void {
    const details = (this.#details ??= {});
    details.expired ??= { why };
    details.controller?.abort(why);
  }
}
