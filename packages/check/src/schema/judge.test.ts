import { describe, expect, it } from 'vitest';
import { judge } from './judge.js';
import { SchemaScope } from './scope.js';

const judged = (schema: unknown, value: unknown): string =>
  judge(value, schema, new SchemaScope(schema, 10_000));

describe('the judgement', () => {
  it.each([
    [{ type: 'integer' }, 1.0, 'valid'],
    [{ type: 'integer' }, 1.5, 'invalid'],
    [{ type: 'number', nullable: true }, null, 'unsure'],
    [{ type: 'text' }, 'a', 'unsure'],
    [{ minLength: 2 }, '😀', 'unsure'],
    [{ minLength: 3 }, '😀', 'invalid'],
    [{ format: 'date' }, '2001-01-01', 'valid'],
    [{ format: 'date' }, 'today', 'unsure'],
    [{ format: 'date' }, 7, 'valid'],
    [{ pattern: '(?<=a)b' }, 'ab', 'unsure'],
    [{ multipleOf: 0.1 }, 0.3, 'unsure'],
    [{ multipleOf: 0.5 }, 0.7, 'invalid'],
    [{ exclusiveMinimum: true, minimum: 1 }, 2, 'unsure'],
    [{ const: { a: [1] } }, { a: [1] }, 'valid'],
    [{ enum: [{ a: 1 }] }, { a: 1, b: 2 }, 'invalid'],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], 'invalid'],
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 'b'], 'invalid'],
    [{ prefixItems: [{}, {}], items: false }, [1, 2], 'valid'],
    [{ prefixItems: [{ type: 'null' }] }, [1], 'invalid'],
    [
      { prefixItems: [{ type: 'null' }], $schema: 'http://json-schema.org/draft-07/schema#' },
      [1],
      'valid',
    ],
    [{ contains: { type: 'null' }, minContains: 2 }, [null, 1], 'invalid'],
    [{ unevaluatedItems: false }, [1], 'unsure'],
    [{ unevaluatedProperties: false, properties: { a: {} } }, { a: 1 }, 'valid'],
    [{ unevaluatedProperties: false }, { a: 1 }, 'unsure'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'unsure'],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, 'invalid'],
    [{ additionalProperties: false, patternProperties: { '(?<=a)': {} } }, { a: 1 }, 'unsure'],
    [{ properties: { toString: false } }, {}, 'valid'],
    [{ required: ['toString'] }, {}, 'invalid'],
    [{ required: true }, {}, 'unsure'],
    [{ anyOf: [{ format: 'iban' }, { type: 'string' }] }, 'a', 'valid'],
    [{ oneOf: [{ format: 'iban' }, { type: 'string' }] }, 'a', 'unsure'],
    [{ oneOf: [{}, { type: 'string' }] }, 'a', 'invalid'],
    [{ not: { format: 'iban' } }, 'a', 'unsure'],
    [{ if: { format: 'iban' }, then: { minLength: 2 }, else: { minLength: 3 } }, 'a', 'invalid'],
    [{ if: { type: 'string' }, then: false }, 'a', 'invalid'],
    [{ if: { type: 'string' }, then: false }, 1, 'valid'],
    [{ $ref: '#/$defs/a', type: 'null', $defs: { a: { type: 'string' } } }, 'a', 'unsure'],
    [{ $ref: '#/$defs/a', type: 'null', $defs: { a: { type: 'string' } } }, 1, 'invalid'],
    [{ $ref: '#/$defs/a' }, 1, 'unsure'],
    [{ $ref: '#' }, 1, 'unsure'],
    [{ $dynamicRef: '#a' }, 1, 'unsure'],
    [{ type: 'string', 'x-unknown': 1, title: 'A' }, 'a', 'valid'],
  ])('by %j of %j is %s', (schema, value, is) => {
    expect(judged(schema, value)).toBe(is);
  });

  it('is unsure where the work is over', () => {
    const schema = { enum: Array.from({ length: 20_000 }, (_, at) => at) };
    expect(judged(schema, 'a')).toBe('unsure');
  });

  it('can be made without some words', () => {
    const scope = new SchemaScope({}, 100);
    expect(judge(0, { minimum: 1, multipleOf: 2 }, scope, new Set(['minimum']))).toBe('valid');
  });
});
