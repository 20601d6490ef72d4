import { createTables, type Anchor, type Entry } from './anchor-tables.js';

/**
 * A filter that says quickly and surely that none of many short strings occurs in a text.
 *
 * The text is encoded into one reused buffer and read four bytes at a time. Wherever an anchor stands, an aligned word
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
