import { describe, expect, it } from 'vitest';
import { baseOf, globMatcher } from './glob.js';

describe('globMatcher', () => {
  it.each([
    ['*.sql', 'a.sql', true],
    ['*.sql', 'b/a.sql', false],
    ['**/*.sql', 'a.sql', true],
    ['**/*.sql', 'b/c/a.sql', true],
    ['q/**/*.sql', 'q/a.sql', true],
    ['q/**/*.sql', 'r/a.sql', false],
    ['q/**', 'q/a/b.sql', true],
    ['q/**/**/*.sql', 'q/a/b.sql', true],
    ['a?.sql', 'ab.sql', true],
    ['a?.sql', 'a.sql', false],
    ['a.{sql,ts}', 'a.ts', true],
    ['a.{sql,ts}', 'a.js', false],
    ['{a,b/{c,d}}/*.sql', 'b/d/x.sql', true],
    ['a+(b).sql', 'a+(b).sql', true],
    ['a.sql', 'aXsql', false],
    ['{a', '{a', true],
    ['a**b.sql', 'aXb.sql', true],
    ['**/a/**/b.sql', 'x/a/y/a/b.sql', true],
    ['**/a/**/b.sql', 'x/b.sql', false],
    ['*a*a*a*a*a*a*a*a*b', 'a'.repeat(10_000), false],
  ])('%s: %s', (pattern, path, matches) => {
    expect(globMatcher(pattern)(path)).toBe(matches);
  });

  it('refuses a pattern with too many alternatives', () => {
    expect(() => globMatcher('{a,b}'.repeat(20))).toThrow('too many alternatives');
  });

  it.each([
    ['q/**/*.sql', 'q/'],
    ['*.sql', ''],
    ['/tmp/*.sql', '/tmp/'],
    ['/*.sql', '/'],
    ['a/{b,c}/d.sql', 'a/'],
  ])('begins to look for %s in %s', (pattern, base) => expect(baseOf(pattern)).toBe(base));
});
