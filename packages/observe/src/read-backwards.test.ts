import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBackwards } from './read-journal.js';
import { useTempFolders } from './testing/temp-folder.js';

const tempFolder = useTempFolders();

function read(text: string, options: { longest: number; block?: number }): string[] {
  const file = join(tempFolder(), 'lines');
  writeFileSync(file, text);
  const fd = openSync(file, 'r');
  try {
    return [...readBackwards(fd, options)];
  } finally {
    closeSync(fd);
  }
}

describe('readBackwards', () => {
  it.each([
    ['', []],
    ['\n\n', []],
    ['a', ['a']],
    ['a\nb\n', ['b', 'a']],
    ['\na\n\nb', ['b', 'a']],
  ])('reads %j as %j', (text, lines) => expect(read(text, { longest: 10 })).toEqual(lines));

  it('leaves out a line that is too long, and no other', () => {
    const text = `before\n${'x'.repeat(1_000)}\nafter\n`;
    expect(read(text, { longest: 100, block: 7 })).toEqual(['after', 'before']);
    expect(read(`${'x'.repeat(11)}\n${'y'.repeat(10)}`, { longest: 10 })).toEqual(['y'.repeat(10)]);
  });

  it('gives the same lines for any block size', () => {
    const line = fc.stringMatching(/^[a-z€😀]{0,12}$/u);
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 20 }), (lines, block) => {
        const expected = lines.filter((one) => one !== '').reverse();
        expect(read(lines.join('\n'), { longest: 100, block })).toEqual(expected);
      }),
    );
  });
});
