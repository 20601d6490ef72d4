import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPattern, writePattern } from './use-pattern.js';
import { parsePattern, WorkBudget } from './pattern.js';

const PATTERNS = [
  ...['', 'a', '^a', 'a$', '^$', '^[a-c]+$', '^[^a-c]+$', '[\\]a-]', '[.+]', '^a{2}$', '^a{2,}$'],
  ...['^a{1,2}$', '^(a|bc)*$', '^(?:a|b?)+$', '(?<n>a)b', '^(?!a).*$', '^(?=.*\\d)\\w+$', 'a|^b$'],
  ...[
    '\\bab\\b',
    '\\Ba',
    '^\\d+\\.\\d{1,3}$',
    '^\\S+$',
    '\\W',
    '[\\w-]+',
    '^\\x61\\u0062$',
    '(a*)*b',
  ],
  ...[
    '^(a?){3}$',
    '^.{2,3}$',
    '^a+?b*?$',
    '[\\d\\s]',
    '^((a|b)(c|))+$',
    '(^|b)a',
    '\\/',
    '^[\\^-a]$',
  ],
];

const text = fc.string({ unit: fc.constantFrom(...'abc019 ._-/]^'), maxLength: 7 });

describe('a pattern', () => {
  it('matches what a regular expression matches', () => {
    const verdicts = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...PATTERNS), text, (source, each) => {
        const is = matchesPattern(parsePattern(source)!, each, new WorkBudget(1e6));
        expect(is, `${source} ${each}`).toBe(new RegExp(source, 'u').test(each));
        verdicts[is ? 'yes' : 'no']++;
      }),
      { numRuns: 4000 },
    );
    expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(500);
  });

  it.each(PATTERNS.filter((source) => !/\(\?|\\B/.test(source)))(
    '%s is written as it is read',
    (source) => {
      const written = writePattern(parsePattern(source)!, { more: 1, choice: 0 });
      expect(written).toMatch(new RegExp(source, 'u'));
    },
  );

  it.each([
    ...['(?<=a)b', '(?<!a)b', '(a)\\1', '\\k<a>', '\\p{L}', '(?i)a', '(?P<a>b)', '\\Aa\\Z', 'a++'],
    ...[
      '*a',
      'a**',
      '(a',
      'a)',
      '[a',
      '[z-a]',
      'a{2,1}',
      'a{',
      ']',
      '[]',
      '^*',
      '\\',
      '\\01',
      '\\c',
    ],
  ])('%s is not understood', (source) => {
    expect(parsePattern(source)).toBeUndefined();
  });

  it('of more than a thousand letters is not understood', () => {
    expect(parsePattern('a'.repeat(1000))).toBeDefined();
    expect(parsePattern('a'.repeat(1001))).toBeUndefined();
  });

  it.each([
    ['a text of other letters', '^.$', 'ä'],
    ['more than one line', '^a$', 'a\n'],
    ['a long text', 'a', 'a'.repeat(301)],
    ['much work', '^(?:(?=.*b)a|a)*$', 'a'.repeat(300)],
  ])('is not sure about %s', (_, source, each) => {
    expect(matchesPattern(parsePattern(source)!, each, new WorkBudget(1e6))).toBeUndefined();
  });
});
