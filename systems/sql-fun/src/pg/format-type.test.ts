import { describe, expect, it } from 'vitest';
import { formatType, quoteIdentifier, typmodOf } from './index.js';
import { typeIn, zooCatalog } from './testing/zoo.js';

const catalog = zooCatalog();
const at = (name: string) => typeIn(catalog, name);

describe('the spelling of types', () => {
  it('says the schema of what is not on the path', () => {
    const mood = at('mood');
    expect(formatType(mood)).toBe('mood');
    expect(formatType(mood, -1, { path: ['other'] })).toBe('public.mood');
    expect(formatType(mood.array!, -1, { path: [] })).toBe('public.mood[]');
    expect(formatType(at('Odd Name'), -1, { path: [] })).toBe('public."Odd Name"');
    expect(formatType(at('int4'), -1, { path: [] })).toBe('integer');
  });

  it('tells a length that is not known from one that is not there', () => {
    expect(formatType(at('bpchar'))).toBe('character');
    expect(formatType(at('bpchar'), -1)).toBe('bpchar');
    expect(formatType(at('bit'))).toBe('bit');
    expect(formatType(at('bit'), -1)).toBe('"bit"');
  });

  it.each([
    ['plain', 'plain'],
    ['with_1', 'with_1'],
    ['Upper', '"Upper"'],
    ['1st', '"1st"'],
    ['a$', '"a$"'],
    ['select', '"select"'],
    ['char', '"char"'],
    ['name', 'name'],
    ['with "quotes"', '"with ""quotes"""'],
    ['', '""'],
    ['ü', '"ü"'],
    ['constructor', 'constructor'],
  ])('quotes %s as %s', (name, quoted) => {
    expect(quoteIdentifier(name)).toBe(quoted);
  });
});

describe('the modifier of a type', () => {
  it.each([
    ['varchar', [40], 44],
    ['bpchar', [1], 5],
    ['numeric', [10, 2], 655366],
    ['numeric', [10], 655364],
    ['numeric', [3, -2], 198658],
    ['bit', [3], 3],
    ['timestamptz', [3], 3],
    ['timestamp', [9], 6],
    ['interval', [0x7fff], -1],
    ['interval', [0x7fff, 3], 2147418115],
    ['interval', [4], 327679],
    ['_varchar', [40], 44],
    ['text', [], -1],
    ['varchar', [], -1],
    ['int4', [3], -1],
    ['mood', [3], -1],
  ])('%s%j is %i', (name, args, typmod) => {
    expect(typmodOf(at(name), args)).toBe(typmod);
  });
});
