import { describe, expect, it } from 'vitest';
import { linesOf } from './testing/verdict.js';

interface Case {
  readonly schema: unknown;
  readonly fits: readonly unknown[];
  readonly refuses: readonly (readonly [value: unknown, ...lines: string[]])[];
}

const own = (text: string): unknown => JSON.parse(text);

const CASES: Readonly<Record<string, Case>> = {
  'type string': {
    schema: { type: 'string' },
    fits: ['', 'a'],
    refuses: [
      [1, ': a string'],
      [null, ': a string'],
    ],
  },
  'type number': {
    schema: { type: 'number' },
    fits: [0, 1.5, -1e300],
    refuses: [
      ['1', ': a number'],
      [NaN, ': a number'],
      [Infinity, ': a number'],
      [1n, ': a number'],
    ],
  },
  'type integer': {
    schema: { type: 'integer' },
    fits: [0, -3, 1.0, 1e20],
    refuses: [
      [1.5, ': a whole number'],
      ['1', ': a whole number'],
    ],
  },
  'type boolean': {
    schema: { type: 'boolean' },
    fits: [true, false],
    refuses: [[0, ': true or false']],
  },
  'type null': {
    schema: { type: 'null' },
    fits: [null],
    refuses: [
      [undefined, ': null'],
      [0, ': null'],
    ],
  },
  'type object': {
    schema: { type: 'object' },
    fits: [{}],
    refuses: [
      [[], ': an object'],
      [null, ': an object'],
    ],
  },
  'type array': {
    schema: { type: 'array' },
    fits: [[]],
    refuses: [
      [{}, ': a list'],
      [{ length: 0 }, ': a list'],
    ],
  },
  types: {
    schema: { type: ['string', 'null'] },
    fits: ['', null],
    refuses: [[1, ': a string or null']],
  },
  'a type before everything else': {
    schema: { enum: ['a'], minLength: 2, type: 'string' },
    fits: [],
    refuses: [
      [1, ': a string'],
      ['b', ': "a"', ': at least 2 characters'],
    ],
  },
  enum: {
    schema: { enum: ['a', 1, null, { a: 1, b: [2] }] },
    fits: ['a', 1, null, { b: [2], a: 1 }],
    refuses: [
      ['1', ': one of "a", 1, null, {"a":1,"b":[2]}'],
      [{ a: 1 }, ': one of "a", 1, null, {"a":1,"b":[2]}'],
      [undefined, ': one of "a", 1, null, {"a":1,"b":[2]}'],
    ],
  },
  'an empty enum': { schema: { enum: [] }, fits: [], refuses: [[1, ': nothing']] },
  const: { schema: { const: 'a' }, fits: ['a'], refuses: [['b', ': "a"']] },
  'const of an object': {
    schema: { const: { a: false } },
    fits: [{ a: false }],
    refuses: [
      [{ a: 0 }, ': {"a":false}'],
      ['{"a":false}', ': {"a":false}'],
    ],
  },
  minimum: {
    schema: { minimum: 2 },
    fits: [2, '1'],
    refuses: [
      [1.9, ': at least 2'],
      [NaN, ': at least 2'],
    ],
  },
  maximum: { schema: { maximum: 2 }, fits: [2, '3'], refuses: [[2.1, ': at most 2']] },
  exclusiveMinimum: {
    schema: { exclusiveMinimum: 2 },
    fits: [2.1],
    refuses: [[2, ': more than 2']],
  },
  exclusiveMaximum: {
    schema: { exclusiveMaximum: 2 },
    fits: [1.9],
    refuses: [[2, ': less than 2']],
  },
  multipleOf: {
    schema: { multipleOf: 3 },
    fits: [0, -9, 6, 'x'],
    refuses: [
      [4, ': a multiple of 3'],
      [Infinity, ': a multiple of 3'],
    ],
  },
  'multipleOf in decimals': {
    schema: { multipleOf: 0.1 },
    fits: [0.3, 1.1, 0, -7.7, 1e300],
    refuses: [
      [0.35, ': a multiple of 0.1'],
      [1e-7, ': a multiple of 0.1'],
    ],
  },
  minLength: {
    schema: { minLength: 2 },
    fits: ['ab', '😀😀', 5],
    refuses: [
      ['😀', ': at least 2 characters'],
      ['a', ': at least 2 characters'],
    ],
  },
  maxLength: {
    schema: { maxLength: 1 },
    fits: ['', 'a', '😀', 5],
    refuses: [
      ['😀a', ': at most 1 character'],
      ['aa', ': at most 1 character'],
    ],
  },
  pattern: {
    schema: { pattern: '^\\p{L}+$' },
    fits: ['äb', 5],
    refuses: [['a1', ': a text that matches ^\\p{L}+$']],
  },
  properties: {
    schema: { properties: { a: { type: 'string' }, b: false } },
    fits: [{}, { a: 'x', c: 1 }, { a: undefined }, [], 'a', Object.create({ a: 1 })],
    refuses: [[{ a: 1, b: 1 }, 'a: a string', 'b: nothing']],
  },
  required: {
    schema: { required: ['a', 'b c'] },
    fits: [{ a: null, 'b c': 0 }, [], 1],
    refuses: [
      [{ a: undefined }, 'a: required', '["b c"]: required'],
      [Object.create({ a: 1, 'b c': 1 }), 'a: required', '["b c"]: required'],
    ],
  },
  'additionalProperties that are not wanted': {
    schema: { properties: { a: true }, additionalProperties: false },
    fits: [{}, { a: 1 }, { b: undefined }, Object.create({ b: 1 })],
    refuses: [
      [{ a: 1, b: 1, 'c d': 2 }, 'b: no member of this name', '["c d"]: no member of this name'],
    ],
  },
  'additionalProperties with a schema': {
    schema: { properties: { a: true }, additionalProperties: { type: 'number' } },
    fits: [{ a: 'x', b: 1 }],
    refuses: [[{ a: 'x', b: 'x' }, 'b: a number']],
  },
  patternProperties: {
    schema: {
      properties: { xa: { type: 'number' } },
      patternProperties: { '^x': { minimum: 2 }, a$: { maximum: 5 } },
      additionalProperties: { type: 'string' },
    },
    fits: [{ xa: 3, xb: 9, ba: 1, c: 'x' }],
    refuses: [
      [
        { xa: 1, xb: 1, ba: 6, c: 1 },
        'xa: at least 2',
        'xb: at least 2',
        'ba: at most 5',
        'c: a string',
      ],
      [{ xa: '3' }, 'xa: a number'],
    ],
  },
  propertyNames: {
    schema: { propertyNames: { maxLength: 2 } },
    fits: [{ ab: 1 }, 1],
    refuses: [[{ abc: 1 }, 'abc: a name: at most 2 characters']],
  },
  minProperties: {
    schema: { minProperties: 1 },
    fits: [{ a: 1 }, []],
    refuses: [
      [{}, ': at least 1 member'],
      [{ a: undefined }, ': at least 1 member'],
    ],
  },
  maxProperties: {
    schema: { maxProperties: 1 },
    fits: [{ a: 1 }, { a: 1, b: undefined }],
    refuses: [[{ a: 1, b: 2 }, ': at most 1 member']],
  },
  dependentRequired: {
    schema: { dependentRequired: { a: ['b'] } },
    fits: [{}, { b: 1 }, { a: 1, b: 1 }, 1],
    refuses: [[{ a: 1 }, 'b: required beside a']],
  },
  dependentSchemas: {
    schema: { dependentSchemas: { a: { required: ['b'] } } },
    fits: [{}, { a: 1, b: 1 }, 1],
    refuses: [[{ a: 1 }, 'b: required']],
  },
  items: {
    schema: { items: { type: 'number' } },
    fits: [[], [1], { 0: 'a' }],
    refuses: [[[1, 'a', 2, 'b'], '[1]: a number', '[3]: a number']],
  },
  prefixItems: {
    schema: { prefixItems: [{ type: 'string' }, true] },
    fits: [[], ['a'], ['a', 1, 2]],
    refuses: [[[1], '[0]: a string']],
  },
  'prefixItems and items': {
    schema: { prefixItems: [{ type: 'string' }], items: false },
    fits: [[], ['a']],
    refuses: [[['a', 1], '[1]: nothing']],
  },
  contains: {
    schema: { contains: { type: 'number' } },
    fits: [['a', 1], [1, 1], 'a'],
    refuses: [[['a'], ': at least 1 item of this form']],
  },
  'minContains and maxContains': {
    schema: { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    fits: [
      [1, 2],
      ['a', 1, 2, 3],
    ],
    refuses: [
      [[1], ': at least 2 items of this form'],
      [[1, 2, 3, 4], ': at most 3 items of this form'],
    ],
  },
  'minContains of 0': {
    schema: { contains: { type: 'number' }, minContains: 0 },
    fits: [[], ['a']],
    refuses: [],
  },
  'minContains alone': { schema: { minContains: 2 }, fits: [[]], refuses: [] },
  minItems: { schema: { minItems: 1 }, fits: [[1], ''], refuses: [[[], ': at least 1 item']] },
  maxItems: {
    schema: { maxItems: 2 },
    fits: [[1, 2]],
    refuses: [[[1, 2, 3], ': at most 2 items']],
  },
  uniqueItems: {
    schema: { uniqueItems: true },
    fits: [
      [1, '1', true, null, 'null', '{}', {}, [], [[]], 0],
      [{ a: 1 }, { a: '1' }],
      [['a', 'b'], ['a,b']],
    ],
    refuses: [
      [[1, 2, 1], '[2]: no item that was there before'],
      [
        [
          { a: 1, b: [2] },
          { b: [2], a: 1 },
        ],
        '[1]: no item that was there before',
      ],
    ],
  },
  'uniqueItems that is off': { schema: { uniqueItems: false }, fits: [[1, 1]], refuses: [] },
  allOf: {
    schema: { allOf: [{ minimum: 2 }, { multipleOf: 2 }] },
    fits: [4],
    refuses: [[1, ': at least 2', ': a multiple of 2']],
  },
  not: { schema: { not: { type: 'string' } }, fits: [1], refuses: [['a', ': something else']] },
  'if, then and else': {
    schema: { if: { type: 'number' }, then: { minimum: 2 }, else: { type: 'string' } },
    fits: [2, 'a'],
    refuses: [
      [1, ': at least 2'],
      [null, ': a string'],
    ],
  },
  'then without if': { schema: { then: false }, fits: [1], refuses: [] },
  true: { schema: true, fits: [1, undefined], refuses: [] },
  false: { schema: false, fits: [], refuses: [[1, ': nothing']] },
  'names that objects inherit': {
    schema: { properties: own('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') },
    fits: [{}, own('{"__proto__":"x","constructor":"x"}')],
    refuses: [
      [own('{"__proto__":1,"constructor":1}'), '__proto__: a string', 'constructor: a string'],
    ],
  },
  'names that objects inherit and that are required': {
    schema: { required: ['__proto__', 'toString'] },
    fits: [own('{"__proto__":1,"toString":1}')],
    refuses: [[{}, '__proto__: required', 'toString: required']],
  },
  'names that objects inherit and that are not wanted': {
    schema: { properties: { a: true }, additionalProperties: false },
    fits: [{ a: 1 }],
    refuses: [[own('{"__proto__":1}'), '__proto__: no member of this name']],
  },
};

describe.each(Object.entries(CASES))('%s', (_, { schema, fits, refuses }) => {
  it('accepts matching values, and reports others', () => {
    expect(fits.map((value) => linesOf(schema, value))).toEqual(fits.map(() => []));
    expect(refuses.map(([value]) => linesOf(schema, value))).toEqual(
      refuses.map(([, ...lines]) => lines),
    );
  });
});
