import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../testing/hostile-report.js';
import { jsonText } from './json-text.js';

describe('jsonText', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('escapes %s so that it comes back', (_, text) => {
    const json = jsonText({ [text]: text }, 2);
    expect(json).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(json)).toEqual({ [text]: text });
  });

  it('escapes a character beyond the first plane by two units', () => {
    expect(jsonText('\u{e0041}')).toBe('"\\udb40\\udc41"');
  });
});
