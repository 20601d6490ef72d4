import { describe, expect, it } from 'vitest';
import { LineCutter } from './server-output.js';

function cut(chunks: readonly string[], longest?: number): string[] {
  const lines: string[] = [];
  const cutter = new LineCutter((line) => void lines.push(Buffer.from(line).toString()), longest);
  for (const chunk of chunks) cutter.take(Buffer.from(chunk));
  return lines;
}

describe('a stream of bytes', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\nc', '\n'],
      ['ab', 'c'],
    ],
    [['\n\n'], ['', '']],
    [['a\nrest'], ['a']],
  ])('%j is cut into %j', (chunks, lines) => expect(cut(chunks)).toEqual(lines));

  it.each([
    [['abcdef\ngh\n'], ['abcd', 'gh']],
    [
      ['ab', 'cdef', 'gh\nij\n'],
      ['abcd', 'ij'],
    ],
  ])('%j with at most 4 bytes per line is cut into %j', (chunks, lines) =>
    expect(cut(chunks, 4)).toEqual(lines),
  );
});
