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

/** What a call needs only if somebody asks for it; most calls need none of it. */
interface Details {
  ref?: Ref;
  controller?: AbortController;
  cancelled?: { readonly why: unknown };
}

/** One request in progress. */
export class Call implements CallInfo {
  readonly method: string;
  readonly id: IdText | undefined;
  private details: Details | undefined = undefined;

  constructor(method: string, id: IdText | undefined) {
    this.method = method;
    this.id = id;
  }

  get ref(): Ref {
    return ((this.details ??= {}).ref ??= createRef());
  }

  /** The ref if anything has seen it yet. */
  get refIfUsed(): Ref | undefined {
    return this.details?.ref;
  }

  get signal(): AbortSignal {
    const details = (this.details ??= {});
    if (details.controller === undefined) {
      details.controller = new AbortController();
      if (details.cancelled !== undefined) details.controller.abort(details.cancelled.why);
    }
    return details.controller.signal;
  }

  get cancelled(): boolean {
    return this.details?.cancelled !== undefined;
  }

  cancel(why: unknown): void {
    const details = (this.details ??= {});
    details.cancelled ??= { why };
    details.controller?.abort(why);
  }
}
