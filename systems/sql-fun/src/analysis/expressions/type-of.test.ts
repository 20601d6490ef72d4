import { loadModule } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import {
  EXPRESSION_CASES,
  LENIENT_CASES,
  PARAMETER_CASES,
  WRONG_CASES,
} from './testing/cases/index.js';
import { lookAt } from './testing/look-at.js';
import { sampleSchema } from './testing/sample-schema.js';

await loadModule();
const sample = sampleSchema();

describe.each(Object.entries(EXPRESSION_CASES))('expressions: %s', (_, cases) => {
  it.each(cases)('%s is of type %s and called %s', (expression, type, name) => {
    const looked = lookAt(expression, sample);
    expect(looked.found).toEqual([]);
    expect([looked.type, looked.name]).toEqual([type, name]);
  });
});

describe('parameters', () => {
  it.each(PARAMETER_CASES)('%s is of type %s and takes %s', (expression, type, parameters) => {
    const looked = lookAt(expression, sample);
    expect(looked.found).toEqual([]);
    expect([looked.plainType, looked.parameters]).toEqual([type, parameters]);
  });
});

describe('expressions that are wrong', () => {
  it.each(WRONG_CASES)('%s: %s, %s %s', (expression, code, target, name) => {
    expect(lookAt(expression, sample).found[0]).toMatchObject({ code, target, name });
  });

  it.each(LENIENT_CASES)('%s is let pass', (expression) => {
    expect(lookAt(expression, sample).found).toEqual([]);
  });

  it('says it in a sentence, with the place', () => {
    const said = (expression: string) =>
      lookAt(expression, sample).found.map(({ message, location }) => [message, location]);
    expect(said('upper(i4)')).toEqual([
      ['There is no function upper(integer); upper takes other arguments.', 7],
    ]);
    expect(said('i4 + x')).toEqual([['There is no operator integer + text.', 10]]);
    expect(said('b AND i4')).toEqual([
      ['AND takes a value of type boolean, and the expression is of type integer.', 13],
    ]);
    expect(said('i4 IN (SELECT 1, 2)')).toEqual([
      ['The left side has 1 column and the right side has 2.', 10],
    ]);
    expect(said('COALESCE(i4, x)')).toEqual([
      ['The values of COALESCE are of types that do not go together: integer, text.', 20],
    ]);
    expect(said('i4::date')).toEqual([['A value of type integer cannot be cast to date.', 9]]);
    expect(said("m = 'hapy'")).toEqual([['"hapy" is not a value of the enum mood.', 11]]);
    expect(said('i4 = $1 AND f(NULLIF($1, x))').at(-1)).toEqual(['There is no function f.', 19]);
  });

  it('says what may have been meant', () => {
    const meant = (expression: string) => lookAt(expression, sample).found[0]?.didYouMean;
    expect(meant('uper(x)')).toContain('upper');
    expect(meant("grete('a')")).toEqual(['greet']);
    expect(meant('nvl(i4, 0)')).toEqual(['coalesce']);
    expect(meant('x::mod')).toContain('mood');
    expect(meant('x::integr')).toEqual(['integer']);
    expect(meant("m = 'hapy'")).toEqual(['happy']);
    expect(meant("publik.greet('a')")).toEqual(['public']);
    expect(meant('(pr).bb')).toEqual(['b']);
  });

  it('says of a parameter that two contexts give different types', () => {
    const [found] = lookAt('substr($1, $1)', sample).found;
    expect(found).toMatchObject({ code: 'type_mismatch', name: '$1' });
    expect(found?.message).toBe('Parameter $1 is used as text and as integer.');
  });
});
