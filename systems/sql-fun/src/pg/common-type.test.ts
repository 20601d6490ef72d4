import { describe, expect, it } from 'vitest';
import { canCoerce, commonType } from './index.js';
import { typeIn, zooCatalog } from './testing/zoo.js';

const catalog = zooCatalog();
const at = (name: string) => typeIn(catalog, name);

describe('the common type', () => {
  it.each([
    ['int4', 'int4'],
    ['int4 int8', 'int8'],
    ['int8 int4 numeric', 'numeric'],
    ['int4 float4 numeric', 'float4'],
    ['unknown unknown', 'text'],
    ['unknown int4 unknown', 'int4'],
    ['posint posint', 'posint'],
    ['posint unknown', 'int4'],
    ['posint int4', 'int4'],
    ['text varchar', 'text'],
    ['varchar text', 'varchar'],
    ['varchar varchar', 'varchar'],
    ['varchar bpchar', 'varchar'],
    ['name text', 'name'],
    ['date timestamp', 'timestamp'],
    ['date timestamp timestamptz', 'timestamptz'],
    ['date time', undefined],
    ['int4 text', undefined],
    ['int4 unknown text', undefined],
    ['json jsonb', undefined],
    ['box point', undefined],
    ['mood unknown', 'mood'],
    ['mood text', undefined],
    ['pair record', undefined],
    ['_int4 _int4', '_int4'],
    ['_int4 _int8', '_int8'],
    ['ints _int4', '_int4'],
    ['int4 oid', 'oid'],
    ['oid regclass', 'oid'],
  ])('of %s is %s', (types, common) => {
    expect(commonType(catalog, types.split(' ').map(at))?.name).toBe(common);
  });
});

describe('coercion', () => {
  it('of several at once has to agree on polymorphic types', () => {
    const both = (from: string, to: string) =>
      canCoerce(catalog, from.split(' ').map(at), to.split(' ').map(at), 'implicit');
    expect(both('int4 _int4', 'anyelement anyarray')).toBe(true);
    expect(both('int8 _int4', 'anyelement anyarray')).toBe(false);
    expect(both('int8 _int4', 'anycompatible anycompatiblearray')).toBe(true);
    expect(both('text _int4', 'anycompatible anycompatiblearray')).toBe(false);
    expect(both('unknown unknown', 'anyelement anyarray')).toBe(true);
    expect(both('unknown', 'anyenum')).toBe(false);
    expect(both('textmultirange text', 'anymultirange anyelement')).toBe(true);
    expect(both('textmultirange int4', 'anymultirange anyelement')).toBe(false);
    expect(both('int4range int8', 'anycompatiblerange anycompatible')).toBe(false);
    expect(both('int4range int2', 'anycompatiblerange anycompatible')).toBe(true);
  });
});
