import { endOfString } from './json-text.js';

/** Limits of a message. Each limit has its own problem, so that the peer knows which one it exceeded. */
export interface Limits {
  /** UTF-8 bytes of one text. */
  readonly maxBytes: number;
  /** Nested arrays and objects. */
  readonly maxDepth: number;
  /** Messages in one batch. */
  readonly maxBatch: number;
}

export const DEFAULT_LIMITS: Limits = { maxBytes: 16 * 1024 * 1024, maxDepth: 128, maxBatch: 1000 };

/** Whether a text is longer than the limit in UTF-8. It counts only as far as necessary. */
export function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  // Few texts come near the limit, and of those most are plain ASCII: only the rest is counted.
  if (text.length * 3 <= maxBytes || !NON_ASCII.test(text)) return false;
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    // A surrogate pair is four bytes, not six.
    if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes++;
      i++;
    }
    if (bytes > maxBytes) return true;
  }
  return false;
}

const NON_ASCII = /[^\x00-\x7f]/;

/** Whether a text that may be JSON nests arrays and objects beyond the limit. Most texts need not be read for that. */
export function exceedsDepth(text: string, maxDepth: number): boolean {
  // Each level takes two brackets.
  if (text.length < 2 * (maxDepth + 1) || !hasMoreBrackets(text, maxDepth)) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = endOfString(text, i);
        if (i === -1) return false;
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > maxDepth) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
    }
  }
  return false;
}

function hasMoreBrackets(text: string, count: number): boolean {
  let seen = 0;
  for (const bracket of ['{', '[']) {
    for (let i = text.indexOf(bracket); i !== -1; i = text.indexOf(bracket, i + 1)) {
      if (++seen > count) return true;
    }
  }
  return false;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
