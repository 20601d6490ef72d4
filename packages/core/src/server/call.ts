import type { IdText } from '../codec/index.js';
import { createRef, type Ref } from '../fault/index.js';

/** What a handler knows of the request it works on. It does not know the id: that is the boundary's business. */
export interface CallInfo {
  readonly method: string;
  /** The ref under which this request is recorded, whatever becomes of it. */
  readonly ref: Ref;
  /** Aborted when the client cancels or the connection closes. */
  readonly signal: AbortSignal;
}

/** One request in progress. Signal and ref are made on first use: most calls need neither. */
export class Call implements CallInfo {
  readonly method: string;
  readonly id: IdText | undefined;
  #ref: Ref | undefined;
  #controller: AbortController | undefined;
  #cancelled: { readonly why: unknown } | undefined;

  constructor(method: string, id: IdText | undefined) {
    this.method = method;
    this.id = id;
  }

  get ref(): Ref {
    return (this.#ref ??= createRef());
  }

  /** The ref if anything has seen it yet. */
  get refIfUsed(): Ref | undefined {
    return this.#ref;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled !== undefined) this.#controller.abort(this.#cancelled.why);
    }
    return this.#controller.signal;
  }

  get cancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  cancel(why: unknown): void {
    this.#cancelled ??= { why };
    this.#controller?.abort(why);
  }
}
