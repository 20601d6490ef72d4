/** A string to look for. */
export interface Anchor {
  /** Each position: the characters allowed there; small letters match in both cases. At least three positions. */
  readonly chars: readonly string[];
  /** Looks at the bytes around an occurrence that starts at `at`: is it one to report? */
  confirm(bytes: Uint8Array, at: number, end: number): boolean;
}

/** Makes letters of both cases equal, and fits a pair of bytes into a small table. */
const FOLD = 0x5f;

/** One anchor as seen by a word that starts `offset` bytes into it (or before it, when negative). */
export interface Entry {
  readonly anchor: Anchor;
  readonly offset: number;
  /** The literal characters of the word: most candidates fail on these. */
  readonly mask: number;
  readonly value: number;
}

function entryAt(anchor: Anchor, offset: number): Entry {
  let mask = 0;
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const allowed = anchor.chars[offset + i];
    if (allowed?.length !== 1) continue;
    mask |= FOLD << (8 * i);
    value |= (allowed.charCodeAt(0) & FOLD) << (8 * i);
  }
  return { anchor, offset, mask, value };
}

const BUCKETS = 32;

/** The tables of the filter, and the entries behind each of their bits. */
export function createTables(anchors: readonly Anchor[]) {
  const low = new Int32Array((FOLD << 8) + FOLD + 1);
  const middle = new Int32Array(low.length);
  const high = new Int32Array(low.length);
  const entries = anchors.flatMap((anchor) =>
    bestOffsets(anchor.chars).map((offset) => entryAt(anchor, offset)),
  );
  const buckets = fillBuckets(entries);
  buckets.forEach((members, index) => {
    const seen = new Set<string>();
    const enterOnce = (table: Int32Array, position: number, anchor: Anchor, offset: number) => {
      const first = anchor.chars[offset + position];
      const second = anchor.chars[offset + position + 1];
      // Open pairs are many entries each, and the same ones for every anchor.
      const key = `${position} ${first} ${second}`;
      if (!seen.has(key)) enter(table, 1 << index, first, second);
      seen.add(key);
    };
    for (const { anchor, offset } of members) {
      enterOnce(low, 0, anchor, offset);
      enterOnce(middle, 1, anchor, offset);
      enterOnce(high, 2, anchor, offset);
    }
  });
  return { low, middle, high, buckets };
}

/**
 * In a bucket any first half goes with any second half, so each entry is put where that lets the least pass by
 * mistake: words that are open on the same side end up together, and so do words that share a half.
 */
function fillBuckets(entries: readonly Entry[]): Entry[][] {
  const halves = new Map<string, number>();
  const weighed = entries.map((entry) => {
    const low = weighHalf(entry, 0, halves);
    const high = weighHalf(entry, 2, halves);
    return { entry, low, high, share: low.share * high.share };
  });
  weighed.sort((a, b) => b.share - a.share);

  // For each bucket: which halves are in it (by number), and how much of ordinary text each side lets pass.
  const present = new Uint8Array(BUCKETS * halves.size);
  const lowShares = new Float64Array(BUCKETS);
  const highShares = new Float64Array(BUCKETS);
  const buckets: Entry[][] = Array.from({ length: BUCKETS }, () => []);
  for (const { entry, low, high } of weighed) {
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < BUCKETS; i++) {
      const lowShare = lowShares[i] as number;
      const highShare = highShares[i] as number;
      const grownLow = present[i * halves.size + low.id] === 1 ? lowShare : lowShare + low.share;
      const grownHigh =
        present[i * halves.size + high.id] === 1 ? highShare : highShare + high.share;
      const growth = grownLow * grownHigh - lowShare * highShare;
      if (growth >= least) continue;
      least = growth;
      best = i;
    }
    for (const [half, shares] of [
      [low, lowShares],
      [high, highShares],
    ] as const) {
      const slot = best * halves.size + half.id;
      if (present[slot] === 0) shares[best] = (shares[best] as number) + half.share;
      present[slot] = 1;
    }
    (buckets[best] as Entry[]).push(entry);
  }
  return buckets;
}

/** Half of a word: a number for what it allows, and its share of ordinary text. */
function weighHalf({ anchor, offset }: Entry, position: 0 | 2, halves: Map<string, number>) {
  const first = anchor.chars[offset + position];
  const second = anchor.chars[offset + position + 1];
  const key = `${position} ${first} ${second}`;
  const id = halves.get(key) ?? halves.size;
  halves.set(key, id);
  return { id, share: frequency(first) * frequency(second) };
}

/** For each alignment of the text, the word on the anchor that is least likely to occur elsewhere. */
function bestOffsets(chars: readonly string[]): number[] {
  const best = new Map<number, [offset: number, share: number]>();
  for (let offset = -2; offset <= chars.length - 2; offset++) {
    let share = 1;
    for (let i = offset; i < offset + 4; i++) share *= frequency(chars[i]);
    const alignment = (offset + 4) % 4;
    if (share < (best.get(alignment)?.[1] ?? 2)) best.set(alignment, [offset, share]);
  }
  return [...best.values()].map(([offset]) => offset);
}

/** How often a position is met in the text of replies, roughly; letters by their frequency in English. */
function frequency(allowed: string | undefined): number {
  if (allowed === undefined) return 1;
  let sum = 0;
  for (const char of allowed) {
    const rank = 'etaoinsrhdlucmfywgpbvkxqjz'.indexOf(char.toLowerCase());
    sum += rank >= 0 ? 0.1 / (1 + rank / 2) : '_- ".'.includes(char) ? 0.04 : 0.01;
  }
  return Math.min(1, sum);
}

function enter(table: Int32Array, bit: number, first?: string, second?: string): void {
  const firsts = folded(first);
  for (const b of folded(second)) {
    const row = b << 8;
    for (let i = 0; i < firsts.length; i++) {
      const pair = row | (firsts[i] as number);
      table[pair] = (table[pair] as number) | bit;
    }
  }
}

const ALL_FOLDED = Array.from({ length: FOLD + 1 }, (_, value) => value).filter(
  (value) => (value & FOLD) === value,
);

function folded(allowed: string | undefined): readonly number[] {
  if (allowed === undefined) return ALL_FOLDED;
  return [...new Set([...allowed].map((char) => char.charCodeAt(0) & FOLD))];
}
