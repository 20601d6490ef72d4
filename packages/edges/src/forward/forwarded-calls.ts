import { idKey, idText, type IdText, type Call } from '@errata/core/internal';

/**
 * A request that is forwarded under a new id. So the client's id comes back digit for digit, ids of two clients
 * cannot collide, and a late reply never answers another request.
 */
export interface Forwarded {
  /** The id under which it was passed on. */
  readonly ours: number;
  readonly call: Call;
}

/** How many abandoned requests are remembered. */
const MAX_RETIRED = 1000;

/** The requests that were passed on and wait for their reply, by the client's id and by ours. */
export class ForwardedCalls<P extends Forwarded> {
  readonly #byKey = new Map<string, P>();
  readonly #byOurs = new Map<number, P>();
  readonly #retired = new Set<number>();
  #last = 0;

  get size(): number {
    return this.#byKey.size;
  }

  /** An id that was not used yet. */
  nextId(): number {
    return ++this.#last;
  }

  has(id: IdText): boolean {
    return this.#byKey.has(idKey(id));
  }

  get(ours: number | undefined): P | undefined {
    return ours === undefined ? undefined : this.#byOurs.get(ours);
  }

  add(pending: P): void {
    this.#byKey.set(idKey(pending.call.id!), pending);
    this.#byOurs.set(pending.ours, pending);
  }

  /** Answered or abandoned. False if that happened before. */
  remove({ ours, call }: P): boolean {
    return this.#byOurs.delete(ours) && this.#byKey.delete(idKey(call.id!));
  }

  /** Like `remove`, for an abandoned request whose reply may still come. */
  retire(pending: P): boolean {
    if (!this.remove(pending)) return false;
    this.#retired.add(pending.ours);
    if (this.#retired.size > MAX_RETIRED) {
      for (const oldest of this.#retired) return this.#retired.delete(oldest);
    }
    return true;
  }

  /** Whether a reply is one that was to be expected and is not wanted. */
  isRetired(ours: number): boolean {
    return this.#retired.delete(ours);
  }

  /** The request that a cancellation means, if there is exactly one. */
  find(requestId: unknown): P | undefined {
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return undefined;
    if (typeof requestId === 'string' || Number.isSafeInteger(requestId)) {
      return this.#byKey.get(idKey(idText(requestId)));
    }
    // An integer beyond 2^53 was rounded when the cancellation was parsed; its request kept all digits.
    const rounded = this.all().filter(({ call }) => Number(call.id) === requestId);
    return rounded.length === 1 ? rounded[0] : undefined;
  }

  all(): P[] {
    return [...this.#byOurs.values()];
  }
}
