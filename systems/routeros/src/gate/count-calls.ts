import type { Gate } from './gate.js';

/** A gate that knows when nobody is inside. */
export interface CountedGate {
  readonly gate: Gate;
  /** Settles as soon as no call is in progress. */
  idle(): Promise<void>;
}

export function countCalls(gate: Gate): CountedGate {
  const inside = new Set<Promise<unknown>>();
  return {
    gate(call) {
      const work = gate(call);
      const settled: Promise<unknown> = work.then(
        () => inside.delete(settled),
        () => inside.delete(settled),
      );
      inside.add(settled);
      return work;
    },
    async idle() {
      while (inside.size > 0) await Promise.all(inside);
    },
  };
}
