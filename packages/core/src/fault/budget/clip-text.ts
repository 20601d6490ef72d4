import { isHighSurrogate, isLowSurrogate } from './byte-length.js';

const ELLIPSIS = '…';

/** At most `maxChars` UTF-16 units: cut at a word boundary, ended with `…`. A text that fits is given back as it is. */
export function clipText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (!(maxChars >= 1)) return '';
  return cutAt(text, Math.floor(maxChars) - 1);
}

/** The text up to `end` at most, moved back to the end of a word if there is one near, and `…`. */
export function cutAt(text: string, end: number): string {
  return text.slice(0, wordEnd(text, end)) + ELLIPSIS;
}

function wordEnd(text: string, end: number): number {
  let at = end;
  if (!isSpace(text.charCodeAt(at))) {
    // Going back further than this would lose more than a torn word costs.
    const nearest = end - Math.min(32, end >> 1);
    let space = at;
    while (space > nearest && !isSpace(text.charCodeAt(space - 1))) space--;
    if (space > nearest) at = space;
  }
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  // A pair of surrogates is one character: keep it whole or not at all.
  if (isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at))) at--;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
