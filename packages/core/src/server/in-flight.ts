import { idKey, idText, type IdText } from '../codec/index.js';
import type { Call } from './call.js';

/** The requests that wait for their reply, by id. A class without a map until the first one waits: an HTTP edge makes one per request. */
export class InFlight {
  #calls: Map<string, Call> | undefined = undefined;

  get size(): number {
    return this.#calls?.size ?? 0;
  }

  has(id: IdText): boolean {
    return this.#calls?.has(idKey(id)) ?? false;
  }

  add(call: Call): void {
    (this.#calls ??= new Map()).set(idKey(call.id!), call);
  }

  /** A cancelled call was removed before, and another call may use its id. */
  remove(call: Call): void {
    const key = idKey(call.id!);
    if (this.#calls?.get(key) === call) this.#calls.delete(key);
  }

  /** The call of a cancellation, if exactly one matches. */
  find(requestId: unknown): Call | undefined {
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return undefined;
    if (typeof requestId === 'string' || Number.isSafeInteger(requestId)) {
      return this.#calls?.get(idKey(idText(requestId)));
    }
    // An integer beyond 2^53 was rounded when the cancellation was parsed; its request kept all digits.
    const rounded = [...this.all()].filter((call) => Number(call.id) === requestId);
    return rounded.length === 1 ? rounded[0] : undefined;
  }

  all(): Iterable<Call> {
    return this.#calls?.values() ?? [];
  }
}
