/**
 * The value below which a share of the samples lies, interpolated between neighbours.
 * @param {readonly number[]} samples
 * @param {number} share
 */
export function quantile(samples, share) {
  if (samples.length === 0) return NaN;
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** @param {readonly number[]} samples */
export const median = (samples) => quantile(samples, 0.5);

/**
 * A small seeded generator (mulberry32): the order of a run can be repeated.
 * @param {number} seed
 * @returns {() => number}
 */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A shuffled copy (Fisher–Yates).
 * @template T
 * @param {readonly T[]} items
 * @param {() => number} random
 * @returns {T[]}
 */
export function shuffle(items, random) {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [/** @type {T} */ (shuffled[j]), /** @type {T} */ (shuffled[i])];
  }
  return shuffled;
}
