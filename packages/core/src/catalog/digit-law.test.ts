import { describe, expect, it } from 'vitest';
import { defineCatalog } from './define-catalog.js';
import { decodeDigits, type DigitLaw } from './digit-law.js';

const law: DigitLaw = {
  base: -32000,
  categories: { 0: 'proxy', 5: 'not-found', 6: null },
  generalFields: ['target', 'name'],
};

const define = (code: number, category: string, context = {}) =>
  defineCatalog(
    'law',
    {
      OOPS: { code: -32603, title: 'T', category: 'internal', recovery: 'report_and_abort' },
      A: { code, title: 'T', category, context, recovery: 'report_and_abort' },
    },
    { unexpected: 'OOPS', digitLaw: law },
  );

describe('a digit law', () => {
  it.each([
    [-32000, { x: 0, y: 0, category: 'proxy' }],
    [-32053, { x: 5, y: 3, category: 'not-found' }],
    [-32060, { x: 6, y: 0, category: null }],
    [-32010, undefined],
    [-32100, undefined],
    [-31999, undefined],
    [-32000.5, undefined],
  ])('reads %d as %o', (code, digits) => expect(decodeDigits(code, law)).toEqual(digits));

  it('is kept by a code whose tens say its category', () => {
    expect(() => define(-32051, 'not-found')).not.toThrow();
    expect(() => define(-32050, 'not-found', { target: 'string', name: 'string' })).not.toThrow();
  });

  it.each([
    [
      'a category that the tens do not say',
      () => define(-32051, 'proxy'),
      'says category not-found',
    ],
    ['a reserved digit', () => define(-32061, 'x'), 'uses the reserved digit 6'],
    [
      'a number outside the law',
      () => define(-32011, 'x'),
      'not of the form that the digit law covers',
    ],
    [
      'a general failure without its target',
      () => define(-32050, 'not-found'),
      'has to require data.target',
    ],
    [
      'a general failure whose name is optional',
      () => define(-32050, 'not-found', { target: 'string', name: 'string?' }),
      'has to require data.name',
    ],
  ])('is broken by %s', (_, broken, message) => expect(broken).toThrow(message));
});
