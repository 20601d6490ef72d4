import { idKey, idText, type IdText } from '../codec/index.js';
import type { Call } from './call.js';

/** The requests that wait for their reply, by id. */
export interface InFlight {
  readonly size: number;
  has(id: IdText): boolean;
  add(call: Call): void;
  remove(call: Call): void;
  /** The call that a cancellation means, if there is exactly one. */
  find(requestId: unknown): Call | undefined;
  all(): Iterable<Call>;
}

export function createInFlight(): InFlight {
  const calls = new Map<string, Call>();
  return {
    get size() {
      return calls.size;
    },
    has: (id) => calls.has(idKey(id)),
    add: (call) => void calls.set(idKey(call.id!), call),
    remove: (call) => void calls.delete(idKey(call.id!)),
    find(requestId) {
      if (typeof requestId !== 'string' && typeof requestId !== 'number') return undefined;
      if (typeof requestId === 'string' || Number.isSafeInteger(requestId)) {
        return calls.get(idKey(idText(requestId)));
      }
      // An integer beyond 2^53 was rounded when the cancellation was parsed; its request kept all digits.
      const rounded = [...calls.values()].filter((call) => Number(call.id) === requestId);
      return rounded.length === 1 ? rounded[0] : undefined;
    },
    all: () => calls.values(),
  };
}
