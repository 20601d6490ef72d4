/**
 * A filter that says quickly and surely that none of many short strings occurs in a text.
 *
 * The text is encoded into one reused buffer and read four bytes at a time. Wherever an anchor is, an aligned word
 * lies on it; for each of the four alignments the two halves of that word are entered in two tables, under the bit of
 * a bucket. A word whose halves share a bit is a candidate, and the anchors of that bucket are compared. It is the
 * "Teddy" scheme of substring search without the vector unit, and it reads each byte once, whatever the text.
 */
export interface AnchorFilter {
  /** Longest text, in UTF-16 units, that the filter can take. */
  readonly maxLength: number;
  scan(text: string): ScanResult;
}

/** `odd`: free of anchors, but with a byte outside printable ASCII. */
export type ScanResult = 'anchor' | 'odd' | 'plain';

const BUFFER_SIZE = 12_288;
/** UTF-8 needs up to three bytes for a unit; the last four are for padding. */
const MAX_LENGTH = BUFFER_SIZE / 3 - 4;
/** The tables are laid out for words whose first byte is the lowest, as on nearly every machine. */
const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

export function createAnchorFilter(anchors: readonly Anchor[]): AnchorFilter {
  if (!LITTLE_ENDIAN) return { maxLength: MAX_LENGTH, scan: () => 'anchor' };
  const { low, middle, high, buckets } = createTables(anchors);
  const bytes = new Uint8Array(BUFFER_SIZE);
  const words = new Uint32Array(bytes.buffer);
  const encoder = new TextEncoder();

  const confirm = (bits: number, word: number, wordStart: number, end: number): boolean => {
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const entries = buckets[31 - Math.clz32(rest & -rest)] as Entry[];
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i] as Entry;
        if ((word & entry.mask) !== entry.value) continue;
        const at = wordStart - entry.offset;
        if (occursAt(entry.anchor, bytes, at, end) && entry.anchor.confirm(bytes, at, end))
          return true;
      }
    }
    return false;
  };

  return {
    maxLength: MAX_LENGTH,
    scan(text) {
      const { written } = encoder.encodeInto(text, bytes);
      // Spaces behind the end, in place of what an earlier text left there.
      bytes[written] = bytes[written + 1] = bytes[written + 2] = 0x20;
      const end = (written + 3) >>> 2;
      let odd = 0;
      for (let i = 0; i < end; i++) {
        const word = words[i] as number;
        // The high bit of a byte comes up if it was below 0x20, is 0x7f, or was set already.
        odd |= (word - 0x20202020) | (word + 0x01010101);
        const bits = (low[word & 0x5f5f] as number) & (high[(word >>> 16) & 0x5f5f] as number);
        if (bits === 0) continue;
        // The two middle bytes tell most of the words apart whose halves belong to different anchors.
        const sure = bits & (middle[(word >>> 8) & 0x5f5f] as number);
        if (sure !== 0 && confirm(sure, word, i * 4, written)) return 'anchor';
      }
      return (odd & 0x80808080) === 0 ? 'plain' : 'odd';
    },
  };
}

function occursAt({ chars }: Anchor, bytes: Uint8Array, at: number, end: number): boolean {
  if (at < 0 || at + chars.length > end) return false;
  return chars.every((allowed, i) => {
    const byte = bytes[at + i] as number;
    if (byte > 0x7e) return false;
    const char = String.fromCharCode(byte);
    return allowed.includes(char) || allowed.includes(char.toLowerCase());
  });
}

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
interface Tables {
  // Without a type argument: TypeScript 5.6 has none for it.
  readonly low: Int32Array;
  readonly middle: Int32Array;
  readonly high: Int32Array;
  readonly buckets: readonly (readonly Entry[])[];
}

export function createTables(anchors: readonly Anchor[]): Tables {
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
 * In a bucket any first half goes with any second half, so neighbours are words that are open on the same side and words that
 * begin alike: these let the least pass by mistake.
 */
function fillBuckets(entries: readonly Entry[]): Entry[][] {
  const sorted = entries
    .map((entry) => ({ entry, key: sortKey(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const buckets: Entry[][] = Array.from({ length: BUCKETS }, () => []);
  sorted.forEach(({ entry }, i) => {
    (buckets[Math.floor((i * BUCKETS) / sorted.length)] as Entry[]).push(entry);
  });
  return buckets;
}

function sortKey({ anchor: { chars }, offset }: Entry): string {
  const side = offset < 0 ? 0 : offset + 4 > chars.length ? 1 : 2;
  return `${side} ${chars.slice(Math.max(0, offset), offset + 4).join('')}`;
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

/** How often a position occurs in the text of replies, roughly; letters by their frequency in English. */
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
