import { idKey, idText, type IdText, type Params } from '@errata/core/codec';
import type { Call } from '@errata/core/server';

/** A request that the server process works on. */
export interface Pending {
  /** The id under which the process knows it. */
  readonly ours: number;
  readonly call: Call;
  readonly params: Params | undefined;
  /** What was written, from `"method"` on. */
  readonly body: string;
  /** Whether the process can have seen it. */
  sent: boolean;
  readonly settle: (reply: string | undefined) => void;
}

/** How many requests are remembered after everybody has given up on them. */
const MAX_RETIRED = 1000;

/** The requests in flight, by the client's id and by ours. */
export class Calls {
  private readonly byKey = new Map<string, Pending>();
  private readonly byOurs = new Map<number, Pending>();
  private readonly retired = new Set<number>();
  private last = 0;

  get size(): number {
    return this.byKey.size;
  }

  /** An id that the process has not seen yet. */
  nextId(): number {
    return ++this.last;
  }

  has(id: IdText): boolean {
    return this.byKey.has(idKey(id));
  }

  get(ours: number | undefined): Pending | undefined {
    return ours === undefined ? undefined : this.byOurs.get(ours);
  }

  add(pending: Pending): void {
    this.byKey.set(idKey(pending.call.id!), pending);
    this.byOurs.set(pending.ours, pending);
  }

  /** Answered, or nobody waits any more. False where that had happened before. */
  remove({ ours, call }: Pending): boolean {
    return this.byOurs.delete(ours) && this.byKey.delete(idKey(call.id!));
  }

  /** As `remove`, for a request whose reply may still come and is not wanted. */
  retire(pending: Pending): boolean {
    if (!this.remove(pending)) return false;
    this.retired.add(pending.ours);
    if (this.retired.size > MAX_RETIRED) {
      for (const oldest of this.retired) return this.retired.delete(oldest);
    }
    return true;
  }

  /** Whether a reply is one that was to be expected and is not wanted. */
  isRetired(ours: number): boolean {
    return this.retired.delete(ours);
  }

  /** The request that a cancellation means, if there is exactly one. */
  find(requestId: unknown): Pending | undefined {
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return undefined;
    if (typeof requestId === 'string' || Number.isSafeInteger(requestId)) {
      return this.byKey.get(idKey(idText(requestId)));
    }
    // An integer beyond 2^53 was rounded when the cancellation was parsed; its request kept all digits.
    const rounded = this.all().filter(({ call }) => Number(call.id) === requestId);
    return rounded.length === 1 ? rounded[0] : undefined;
  }

  /** The only request that the process can be answering. */
  only(): Pending | undefined {
    const sent = this.all().filter((pending) => pending.sent);
    return sent.length === 1 ? sent[0] : undefined;
  }

  all(): Pending[] {
    return [...this.byOurs.values()];
  }
}
