import { describe, expect, it } from 'vitest';
import { spoilArguments } from './arguments.js';
import { oracle } from './testing/arbitrary-schema.js';
import { TOOL_SCHEMAS } from './testing/tool-schemas.js';

/** One required member of this schema. */
const one = (schema: unknown): Record<string, unknown> => ({
  type: 'object',
  properties: { a: schema },
  required: ['a'],
});

/** What the ways to spoil the member are, and what it becomes. */
const waysOf = (schema: unknown): Record<string, unknown> =>
  Object.fromEntries(spoilArguments(one(schema)).map(({ kind, args }) => [kind, args['a']]));

const OBJECT = { 'errata-check': 'errata-check' };
const LIST = ['errata-check', 'errata-check'];

describe('a spoiled member', () => {
  it.each([
    [{ type: 'string' }, { 'wrong-type': OBJECT, null: null }],
    [{ type: 'number' }, { 'wrong-type': OBJECT, null: null }],
    [{ type: 'boolean' }, { 'wrong-type': LIST, null: null }],
    [{ type: 'object' }, { 'wrong-type': LIST, null: null }],
    [{ type: ['string', 'null'] }, { 'wrong-type': OBJECT }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { 'wrong-type': OBJECT }],
    [{ type: ['string', 'object'] }, { 'wrong-type': LIST, null: null }],
    [{ type: ['string', 'object', 'array', 'null'] }, {}],
    [{ type: 'string', nullable: true }, { 'wrong-type': OBJECT }],
    [{ enum: ['x', 'y'] }, { 'out-of-enum': 'errata-check', null: null }],
    [{ enum: ['errata-check', 2, null] }, { 'out-of-enum': 'errata-check-none' }],
    [
      { type: 'integer', enum: [1, 2] },
      { 'out-of-enum': 3, 'wrong-type': OBJECT, null: null },
    ],
    [{ const: true }, { 'out-of-enum': false, null: null }],
    [
      { oneOf: [{ const: 'x', title: 'X' }, { const: 'y' }] },
      { 'out-of-enum': 'errata-check', null: null },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 9 },
      { 'below-minimum': 0, 'above-maximum': 10, 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'integer', minimum: 10, multipleOf: 5 },
      { 'below-minimum': 5, 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { 'below-minimum': 0, 'above-maximum': 1, 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      { 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'string', minLength: 2, maxLength: 3 },
      { 'too-short': 'e', 'too-long': 'erra', 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'string', pattern: '^[a-z]{3}$' },
      { pattern: 'errata check ~', 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
      { pattern: '~~~', 'too-long': 'erra', 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 1 },
      {
        'wrong-type': OBJECT,
        null: null,
        'too-few-items': [],
        'too-many-items': [true, true],
        'wrong-item': [LIST],
      },
    ],
    [
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
      { 'below-minimum': 0, 'wrong-type': OBJECT },
    ],
    [
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'number' }] },
      { 'wrong-type': OBJECT, null: null },
    ],
    [
      { type: 'string', format: 'email' },
      { 'wrong-type': OBJECT, null: null },
    ],
  ])('of %j', (schema, ways) => {
    expect(waysOf(schema)).toEqual({ missing: undefined, ...ways });
  });

  it.each([
    ['anything is allowed', {}],
    ['anything is allowed, and said so', true],
    ['the type is not known', { type: 'file' }],
    ['the pattern is not understood', { type: 'string', pattern: '(?<=a)b' }],
    ['the reference leads nowhere', { $ref: '#/$defs/none' }],
  ])('is nothing but left out, if at all, where %s', (_, schema) => {
    expect(Object.keys(waysOf(schema)).filter((kind) => kind !== 'missing')).toEqual([]);
  });

  it('is not left out, nor null, where there is a default', () => {
    expect(waysOf({ type: 'string', default: 'x' })).toEqual({ 'wrong-type': OBJECT });
  });

  it('is proven by what a reference leads to, not by the keywords beside it', () => {
    const schema = {
      ...one({ $ref: '#/definitions/n', maximum: 5 }),
      definitions: { n: { type: 'integer', minimum: 1 } },
    };
    expect(spoilArguments(schema).map(({ kind }) => kind)).toEqual([
      ...['missing', 'wrong-type', 'null', 'below-minimum'],
    ]);
  });
});

describe('spoiled arguments', () => {
  it('say where, what is wrong, and what a helpful message would say', () => {
    const schema = {
      type: 'object',
      properties: {
        filters: {
          type: 'object',
          properties: { port: { type: 'integer' } },
          required: ['port'],
        },
        mode: { type: 'string', enum: ['fast', 'slow'] },
      },
      required: ['filters'],
      additionalProperties: false,
    };
    const answer = spoilArguments(schema).map(({ kind, path, field, why }) => [
      kind,
      path,
      field,
      why,
    ]);
    expect(answer).toEqual([
      ['missing', 'filters', 'filters', '`filters` is required and left out'],
      ['wrong-type', 'filters', 'filters', '`filters` is an array in place of an object'],
      ['null', 'filters', 'filters', '`filters` is null, which is not allowed'],
      ['nested', 'filters.port', 'port', '`filters.port` is required and left out'],
      ['nested', 'filters.port', 'port', '`filters.port` is an object in place of an integer'],
      ['wrong-type', 'mode', 'mode', '`mode` is an object in place of a string'],
      ['null', 'mode', 'mode', '`mode` is null, which is not allowed'],
      [
        ...['out-of-enum', 'mode', 'mode'],
        '`mode` is "errata-check", which is not among the allowed values',
      ],
      [
        ...['extra', 'errata_check_extra', 'errata_check_extra'],
        '`errata_check_extra` is not in the schema, which allows no other members',
      ],
    ]);
  });

  it.each([
    ['missing', { type: 'integer' }, ['required', 'missing', 'integer']],
    ['wrong-type', { type: 'array' }, ['array', 'list']],
    ['out-of-enum', { enum: ['fast', 'slow'] }, ['fast', 'slow']],
    ['below-minimum', { type: 'integer', minimum: 5 }, ['5']],
    ['above-maximum', { type: 'integer', exclusiveMaximum: 5 }, ['5', '4']],
    ['too-short', { type: 'string', minLength: 1 }, ['1', 'empty']],
    ['too-long', { type: 'string', maxLength: 12 }, ['12']],
    ['pattern', { type: 'string', pattern: '^a$' }, ['^a$', 'pattern']],
    ['wrong-item', { type: 'array', items: { type: 'string' } }, ['string']],
  ])('expect of a message about %s the words of the schema', (kind, schema, words) => {
    const found = spoilArguments(one(schema)).find((spoiled) => spoiled.kind === kind);
    expect(found?.expected).toEqual(expect.arrayContaining(words));
  });

  it.each([
    ['is closed', { additionalProperties: false }, true],
    ['is open', {}, false],
    ['is open to some', { additionalProperties: { type: 'string' } }, false],
    [
      'is closed but for a pattern',
      { additionalProperties: false, patternProperties: { '^e': {} } },
      false,
    ],
    ['is perhaps closed', { unevaluatedProperties: false }, false],
  ])('have a member too many only where the schema %s', (_, more, is) => {
    const kinds = spoilArguments({ ...one({ type: 'string' }), ...more }).map(({ kind }) => kind);
    expect(kinds.includes('extra')).toBe(is);
  });

  it('reach into the items of lists', () => {
    const found = spoilArguments(TOOL_SCHEMAS['filesystem edit_file']);
    expect(found.find(({ path }) => path === 'edits.0.oldText')).toMatchObject({
      kind: 'nested',
      field: 'oldText',
      args: { path: 'errata-check-does-not-exist', edits: [{ newText: 'errata-check' }] },
    });
  });

  it('leave an optional member alone where it is not sure what would fit beside it', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      dependentRequired: { b: ['c'] },
    };
    expect(spoilArguments(schema).map(({ field }) => field)).toEqual(['a', 'a']);
  });

  it('are no more than thirty, of every kind', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`a${at}`, { type: 'integer', minimum: 0 }]),
    );
    const required = Object.keys(properties);
    const found = spoilArguments({
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    });
    const counts = new Map<string, number>();
    for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    expect(found).toHaveLength(30);
    expect([...counts]).toEqual([
      ['missing', 8],
      ['wrong-type', 7],
      ['null', 7],
      ['below-minimum', 7],
      ['extra', 1],
    ]);
  });

  it.each(Object.keys(TOOL_SCHEMAS))('are wrong, each in another way, for %s', (name) => {
    const schema = TOOL_SCHEMAS[name]!;
    const accepts = oracle(schema)!;
    const found = spoilArguments(schema);
    expect(found.length).toBeGreaterThan(0);
    for (const { args, why, expected } of found) {
      expect(accepts(args), why).toBe(false);
      expect(expected.length, why).toBeGreaterThan(0);
    }
    expect(new Set(found.map(({ why }) => why)).size).toBe(found.length);
    expect(spoilArguments(structuredClone(schema))).toEqual(found);
  });
});
