import { describe, expect, it } from 'vitest';
import { createRedactor } from '../fault/index.js';
import { cleanData, cleanDeep, cleanText, isCleanJson, settled } from './clean.js';
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

  it('is redacted if the character is in the sensitive name', () => {
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

describe('data without secrets', () => {
  it('is unchanged', () => {
    const data = { list: [{ text: 'fine' }] };
    expect(cleanDeep(data, view)).toBe(data);
  });
});

describe('isCleanJson', () => {
  const fits = (json: string, dataBytes: number) =>
    isCleanJson(json, { ...view, budget: { ...view.budget, dataBytes } });

  it('leaves room for 256 bytes around a text', () => {
    const json = JSON.stringify('x'.repeat(998));
    expect([1255, 1256].map((dataBytes) => fits(json, dataBytes))).toEqual([false, true]);
  });

  it('does not count the bytes of a text that fits with four bytes per character', () => {
    expect([399, 400].map((dataBytes) => fits('x'.repeat(100), dataBytes))).toEqual([true, true]);
    expect([399, 400].map((dataBytes) => fits('€'.repeat(100), dataBytes))).toEqual([false, true]);
    expect(fits('x'.repeat(2000), 1000)).toBe(false);
  });

  it('finds a secret', () => {
    expect(fits(JSON.stringify(SECRET), 10_000)).toBe(false);
  });
});

describe('settled', () => {
  const text = '{"read":"back"}';

  it.each([[{ a: [1, null, 'x', { b: true }] }], [Object.create(null) as object]])(
    'keeps an object of plain values: %o',
    (object) => {
      expect(settled({ object, text })).toBe(object);
    },
  );

  it.each<[string, object]>([
    ['a date', { a: new Date(0) }],
    ['a toJSON', { a: [1, { toJSON: () => 'x' }] }],
    ['a class', { a: { b: new (class Thing {})() } }],
  ])('reads an object with %s back from its text', (_name, object) => {
    expect(settled({ object, text })).toEqual({ read: 'back' });
  });
});
