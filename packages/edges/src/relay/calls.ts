import type { Params } from '@errata/core/internal';
import { ForwardedCalls, type Forwarded } from '../forward/index.js';

/** A request that the server process works on. */
export interface Pending extends Forwarded {
  readonly params: Params | undefined;
  /** What was written, from `"method"` on. */
  readonly body: string;
  /** Whether the process can have seen it. */
  sent: boolean;
  readonly settle: (reply: string | undefined) => void;
}

export class Calls extends ForwardedCalls<Pending> {
  /** The only request that the process can be answering. */
  only(): Pending | undefined {
    const sent = this.all().filter((pending) => pending.sent);
    return sent.length === 1 ? sent[0] : undefined;
  }
}
