import { loadModule } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { lookAt } from './testing/look-at.js';
import { sampleSchema } from './testing/sample-schema.js';

await loadModule();
const sample = sampleSchema();
const extended = sampleSchema(['plpgsql', 'pgcrypto']);
const open = sampleSchema(['postgis']);

describe('values of a type that is not known', () => {
  it.each([
    ['ext', undefined],
    ['ext + 1', undefined],
    ['-ext', undefined],
    ['upper(ext)', undefined],
    ['max(ext)', undefined],
    ['COALESCE(ext, 1)', undefined],
    ['CASE WHEN b THEN ext END', undefined],
    ['ARRAY[ext]', undefined],
    ['ext[1]', undefined],
    ['(ext).z', undefined],
    ['ext COLLATE "C"', undefined],
    ['(SELECT ext)', undefined],
    ['ARRAY(SELECT ext)', undefined],
    ['ext = 1', 'boolean'],
    ['ext < 1', 'boolean'],
    ["ext LIKE 'a'", 'boolean'],
    ['ext IN (1, 2)', 'boolean'],
    ['i4 IN (1, ext)', 'boolean'],
    ['i4 = ANY (ext)', 'boolean'],
    ['ext BETWEEN 1 AND 2', 'boolean'],
    ['ext IS NULL', 'boolean'],
    ['ext AND b', 'boolean'],
    ['count(ext)', 'bigint'],
    ['json_agg(ext)', 'json'],
    ['md5(ext)', 'text'],
    ['ext::text', 'text'],
    ['ext::mood', 'mood'],
    ['ROW(ext)', 'record'],
  ])('%s is of type %s, and nothing is wrong', (expression, type) => {
    const looked = lookAt(expression, sample);
    expect(looked.found).toEqual([]);
    expect(looked.type).toBe(type);
  });

  it('does not keep what is beside them from being looked at', () => {
    const names = (expression: string) => lookAt(expression, sample).found.map(({ name }) => name);
    for (const text of [
      'ext + nothing',
      'upper(ext, nothing)',
      'COALESCE(ext, nothing)',
      'ext IN (1, nothing)',
      'CASE ext WHEN 1 THEN nothing END',
      'ext[nothing]',
      'ARRAY[ext, nothing]',
    ]) {
      expect([text, names(text)]).toEqual([text, ['nothing']]);
    }
  });
});

describe('names that are not known', () => {
  const codes = (expression: string, of = extended) =>
    lookAt(expression, of).found.map(({ code, target, name }) => [code, target, name]);

  it('may come with an extension', () => {
    expect(codes('crypt(x, x)')).toEqual([['unresolved', 'function', 'crypt']]);
    expect(codes('crypt(ext)')).toEqual([['unresolved', 'function', 'crypt']]);
    expect(codes('x::citext')).toEqual([['unresolved', 'type', 'citext']]);
    expect(codes('x % x', open)).toEqual([['unresolved', 'operator', 'text % text']]);
  });

  it('are called wrong where no extension can have brought them', () => {
    expect(codes('crypt(ext)', sample)).toEqual([['not_found', 'function', 'crypt']]);
    expect(codes('crypt(x)', sampleSchema(['plpgsql']))).toEqual([
      ['not_found', 'function', 'crypt'],
    ]);
    expect(codes('x % x')).toEqual([['not_found', 'operator', 'text % text']]);
    expect(codes('upper(i4)')).toEqual([['not_found', 'function', 'upper(integer)']]);
    expect(codes('nowhere.crypt(x)')).toEqual([['not_found', 'schema', 'nowhere']]);
    expect(codes('x::nowhere.citext')).toEqual([['not_found', 'schema', 'nowhere']]);
  });
});
