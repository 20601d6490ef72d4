import { Fault } from '@errata/core/fault';
import { loadModule } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import type { Exposure } from '../../policy/index.js';
import { lookAt } from './testing/look-at.js';
import { sampleSchema } from './testing/sample-schema.js';

await loadModule();
const sample = sampleSchema();

function exposureOf(...schemas: string[]): Exposure {
  return {
    schema: () => true,
    everythingOf: (schema) => schemas.includes(schema),
    relation: () => true,
    column: () => true,
    allColumns: () => true,
  };
}

function refusal(expression: string) {
  try {
    return lookAt(expression, sample, exposureOf()).found;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { reason: error.reason, ...error.context };
  }
}

describe('what MCP may not see', () => {
  it.each([
    ["greet('a')", 'function', 'greet'],
    ["public.greet('a')", 'function', 'public.greet'],
    ['greet(ext)', 'function', 'greet'],
    ["'sad'::mood", 'type', 'mood'],
    ["'sad'::public.mood", 'type', 'public.mood'],
    ["'{}'::mood[]", 'type', 'mood'],
    ['i4 OPERATOR(public.+) 1', 'operator', 'public.+'],
  ])('%s is refused', (expression, target, name) => {
    expect(refusal(expression)).toEqual({ reason: 'MCP_NOT_ALLOWED', target, name });
  });

  it('is refused in the same way whether it exists or not', () => {
    const pairs = [
      ["greet('a')", "gr33t('a')"],
      ['greet(1, 2, 3)', 'gr33t(1, 2, 3)'],
      ["public.greet('a')", "public.gr33t('a')"],
      ['x::mood', 'x::m00d'],
      ['x::public.mood', 'x::public.m00d'],
    ] as const;
    for (const [existing, missing] of pairs) {
      const told = JSON.stringify(refusal(missing)).replace('gr33t', 'greet');
      expect(JSON.stringify(refusal(existing))).toBe(told.replace('m00d', 'mood'));
    }
  });

  it('leaves what PostgreSQL itself has', () => {
    expect(refusal('upper(x)')).toEqual([]);
    expect(refusal('pg_catalog.upper(x)')).toEqual([]);
    expect(refusal('x::integer')).toEqual([]);
    expect(refusal('upper(i4)')).toMatchObject([{ code: 'not_found', name: 'upper(integer)' }]);
  });

  it('is not said of values of an enum whose schema is hidden', () => {
    expect(refusal("m = 'hapy'")).toEqual([]);
  });
});

describe('what MCP may see', () => {
  it.each(["greet('a')", "'sad'::mood", "public.greet('a')"])('%s is answered', (expression) => {
    expect(lookAt(expression, sample, exposureOf('public')).found).toEqual([]);
  });

  it('may be called missing', () => {
    const { found } = lookAt("grete('a')", sample, exposureOf('public'));
    expect(found).toMatchObject([{ code: 'not_found', didYouMean: ['greet'] }]);
  });
});
