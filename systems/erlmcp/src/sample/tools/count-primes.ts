import { setImmediate } from 'node:timers/promises';

/** What is known of the primes below a limit. */
export interface Primes {
  readonly count: number;
  /** There only where there is one. */
  readonly largest?: number;
}

export interface CountOptions {
  readonly signal: AbortSignal;
  /** Hears how far it is, after each slice. */
  readonly onSlice: (done: number) => void;
}

/** Numbers of one slice: a millisecond or two. */
const SLICE = 2 ** 19;

/** Count the primes below a limit, in slices: others get their turn between them, and an abort is heard there. */
export async function countPrimes(
  limit: number,
  { signal, onSlice }: CountOptions,
): Promise<Primes> {
  const divisors = smallPrimes(Math.ceil(Math.sqrt(limit)));
  let count = 0;
  let largest: number | undefined;
  for (let start = 2; start < limit; start += SLICE) {
    const end = Math.min(start + SLICE, limit);
    const composite = sieve(start, end, divisors);
    for (let n = start; n < end; n += 1) {
      if (composite[n - start] === 1) continue;
      count += 1;
      largest = n;
    }
    onSlice(end);
    await setImmediate();
    signal.throwIfAborted();
  }
  return { count, ...(largest !== undefined && { largest }) };
}

/** Which numbers from `start` to below `end` are composite, as ones. */
function sieve(start: number, end: number, divisors: readonly number[]): Uint8Array {
  const composite = new Uint8Array(end - start);
  for (const prime of divisors) {
    if (prime * prime >= end) break;
    const first = Math.max(prime * prime, Math.ceil(start / prime) * prime);
    for (let n = first; n < end; n += prime) composite[n - start] = 1;
  }
  return composite;
}

/** The primes up to a small limit. */
function smallPrimes(limit: number): readonly number[] {
  const primes: number[] = [];
  const composite = new Uint8Array(limit + 1);
  for (let n = 2; n <= limit; n += 1) {
    if (composite[n] === 1) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}
