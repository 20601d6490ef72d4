/** A string to look for. */
export interface Anchor {
  /** Each position: the characters allowed there. Letters match in both cases. At least three positions. */
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

interface Bucket {
  readonly entries: Entry[];
  /** The halves entered so far, and how much of ordinary text each side lets pass. */
  readonly low: Set<string>;
  readonly high: Set<string>;
  lowShare: number;
  highShare: number;
}

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
  const buckets = Array.from({ length: BUCKETS }, (): Bucket => ({
    entries: [],
    low: new Set(),
    high: new Set(),
    lowShare: 0,
    highShare: 0,
  }));
  const weighed = entries.map((entry) => {
    const at = (i: number) => entry.anchor.chars[entry.offset + i]?.toLowerCase();
    const lowShare = frequency(at(0)) * frequency(at(1));
    const highShare = frequency(at(2)) * frequency(at(3));
    return { entry, low: `${at(0)},${at(1)}`, high: `${at(2)},${at(3)}`, lowShare, highShare };
  });
  weighed.sort((a, b) => b.lowShare * b.highShare - a.lowShare * a.highShare);
  for (const { entry, low, high, lowShare, highShare } of weighed) {
    let best: Bucket | undefined;
    let least = Infinity;
    for (const bucket of buckets) {
      const grownLow = bucket.lowShare + (bucket.low.has(low) ? 0 : lowShare);
      const grownHigh = bucket.highShare + (bucket.high.has(high) ? 0 : highShare);
      const growth = grownLow * grownHigh - bucket.lowShare * bucket.highShare;
      if (growth < least) [best, least] = [bucket, growth];
    }
    if (best === undefined) continue;
    if (!best.low.has(low)) best.lowShare += lowShare;
    if (!best.high.has(high)) best.highShare += highShare;
    best.low.add(low);
    best.high.add(high);
    best.entries.push(entry);
  }
  return buckets.map((bucket) => bucket.entries);
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
