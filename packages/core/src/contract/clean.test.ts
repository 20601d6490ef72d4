import { describe, expect, it } from 'vitest';
import { createRedactor } from '../fault/index.js';
import { cleanData, cleanDeep, cleanText } from './clean.js';
import { viewOf } from './testing/demo.js';

const SECRET = 'hunter2-hunter2';
const CLEAN = 'login with [REDACTED] failed';
const view = viewOf('2026-07-28', { redactor: createRedactor({ secrets: [SECRET] }) });

/** The sentence with its secret split by one character, at each place of the secret. */
const splitBy = (invisible: string) =>
  Array.from(
    { length: SECRET.length - 1 },
    (_, index) =>
      `login with ${SECRET.slice(0, index + 1)}${invisible}${SECRET.slice(index + 1)} failed`,
  );

describe('a secret with an invisible character inside', () => {
  const invisible = [
    ['U+200B', '\u200b'],
    ['U+00AD', '\u00ad'],
    ['U+2060', '\u2060'],
    ['U+FEFF', '\ufeff'],
    ['U+0007', '\u0007'],
    ['U+E0041', '\u{e0041}'],
  ] as const;

  it.each(invisible)('is redacted from text, wherever %s is', (_, character) => {
    const cleaned = splitBy(character).map((text) => cleanText(text, view));
    expect(new Set(cleaned)).toEqual(new Set([CLEAN]));
  });

  it.each(invisible)(
    'is redacted from values and names of data, wherever %s is',
    (_, character) => {
      for (const text of splitBy(character)) {
        expect(cleanDeep({ list: [{ text }], [text]: 1 }, view)).toEqual({
          list: [{ text: CLEAN }],
          [CLEAN]: 1,
        });
      }
    },
  );

  it('is redacted where the character is in the name that marks it', () => {
    const data = cleanDeep(
      { 'pass\u200bword': 'correct horse', note: 'pass\u200bword=tr0ub4dor' },
      view,
    );
    expect(data).toEqual({ password: '[REDACTED]', note: 'password=[REDACTED]' });
  });
});

describe('cleanData', () => {
  it('redacts before it shortens, so that no part of a secret is left at the cut', () => {
    for (let before = 200; before < 260; before++) {
      const text = JSON.stringify(
        cleanData({ text: 'x'.repeat(before) + SECRET.repeat(9) }, 256, view),
      );
      expect(text).not.toContain('hunt');
    }
  });
});
