import { cells } from './cells.js';

// Narrow characters stay together as words; between wide ones a line may end, but none begins with a mark.
const PIECES = /\s+|(?:[\x21-\x7e]+|[^\s\x21-\x7e])[，。：；、）]*/gu;

/** The lines of a text, each within so many columns. No word may be longer than that. */
export function wrapCells(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (cells((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    lines.push(line.trimEnd());
    line = piece.trimStart();
  }
  return [...lines, line.trimEnd()];
}
