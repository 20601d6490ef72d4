import { describe, expect, it } from 'vitest';
import { brief, clip } from './clip.js';
import { wireText } from './wire-text.js';

describe('clip', () => {
  it('does not tear a pair of surrogates', () => {
    expect(clip('ab😀', 3)).toBe('ab');
    expect(clip('ab😀', 4)).toBe('ab😀');
  });
});

describe('brief', () => {
  it('names the length of what it cuts', () => {
    expect(brief('x'.repeat(600))).toBe('x'.repeat(600));
    expect(brief('x'.repeat(1204))).toBe(`${'x'.repeat(600)} … 1,204 characters`);
  });
});

describe('wireText', () => {
  it('keeps 4,000 characters and the length of all', () => {
    expect(wireText('x'.repeat(4000))).toEqual({ text: 'x'.repeat(4000), length: 4000 });
    expect(wireText('x'.repeat(4001))).toEqual({ text: 'x'.repeat(4000), length: 4001 });
  });

  it('takes the length from the mark where the run has cut already', () => {
    const cut = `${'x'.repeat(4000)}… (102400 characters)`;
    expect(wireText(cut)).toEqual({ text: 'x'.repeat(4000), length: 102_400 });
  });
});
