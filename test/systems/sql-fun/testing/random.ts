/** Numbers that look random and are the same each time. */
export interface Random {
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many cases of a hundred. */
  chance(percent: number): boolean;
}

/** A generator of 32 bits (xorshift). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return {
    below,
    pick: (list) => list[below(list.length)]!,
    chance: (percent) => below(100) < percent,
  };
}
