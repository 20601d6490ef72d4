import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createValidator } from './create-validator.js';
import { issuesOf, linesOf } from './testing/verdict.js';

function messageOf(schema: unknown): string {
  try {
    issuesOf(schema, 1);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
  throw new Error('it was compiled');
}

describe('a schema that is not understood', () => {
  it.each([
    [{ unknown: 1 }, '"unknown" at # is not supported'],
    [{ properties: { a: { minimun: 1 } } }, '"minimun" at #/properties/a is not supported'],
    [
      { allOf: [true, { unevaluatedItems: false }] },
      '"unevaluatedItems" at #/allOf/1 is not supported',
    ],
    [{ $dynamicRef: '#a' }, '"$dynamicRef" at # is not supported'],
    [{ type: 'strin' }, '"type" at # must be a type of JSON or a list of them'],
    [{ type: [] }, '"type" at # must not be empty'],
    [{ minimum: '1' }, '"minimum" at # must be a number'],
    [{ exclusiveMinimum: true }, '"exclusiveMinimum" at # must be a number'],
    [{ multipleOf: 0 }, '"multipleOf" at # must be more than 0'],
    [{ minLength: -1 }, '"minLength" at # must be a whole number that is not negative'],
    [{ pattern: '(' }, '"pattern" at # must be a regular expression'],
    [{ pattern: 1 }, '"pattern" at # must be a string'],
    [{ patternProperties: { '(': true } }, '"patternProperties" at # must be a regular expression'],
    [{ required: true }, '"required" at # must be a list'],
    [{ required: [1] }, '"required" at # must be a list of strings'],
    [{ dependentRequired: { a: 'b' } }, '"dependentRequired" at # must have lists as members'],
    [{ properties: [] }, '"properties" at # must be an object'],
    [{ uniqueItems: 1 }, '"uniqueItems" at # must be true or false'],
    [{ enum: 'a' }, '"enum" at # must be a list'],
    [{ anyOf: [] }, '"anyOf" at # must not be empty'],
    [{ items: [true] }, '"items" at # must be one schema; a list of them is called "prefixItems"'],
    [{ not: 1 }, 'no schema at #/not'],
    ['string', 'no schema at #'],
    [{ $ref: 'https://example.com/a' }, '"$ref" at # must refer to this schema: # or #/…'],
    [{ $ref: '#a' }, '"$ref" at # must refer to this schema: # or #/…'],
    [{ not: { $ref: '#/$defs/a' } }, '"$ref" at #/not refers to nothing'],
    [{ $ref: '#/constructor' }, '"$ref" at # refers to nothing'],
    [{ $ref: '#/$defs/a', $defs: { a: { odd: 1 } } }, '"odd" at #/$defs/a is not supported'],
    [{ not: { $id: 'a' } }, '"$id" at #/not is supported at the root only'],
    [
      { $ref: '#/$defs/a/not', $defs: { a: { $id: 'a', not: true } } },
      '"$ref" at # refers into a schema with an "$id"',
    ],
  ])('%j', (schema, message) => {
    expect(messageOf(schema)).toBe(`JSON Schema: ${message}`);
  });

  it('is not one that contains itself', () => {
    const schema: Record<string, unknown> = {};
    schema['not'] = schema;
    expect(messageOf(schema)).toBe('JSON Schema: nested too deeply');
  });

  it('gets a short message, even with long names', () => {
    expect(messageOf({ ['k'.repeat(5000)]: 1 }).length).toBeLessThan(120);
  });
});

describe('a schema that is understood', () => {
  it('may have annotations', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/a',
      $comment: '',
      $anchor: 'here',
      title: '',
      description: '',
      default: 1,
      examples: [1],
      deprecated: true,
      readOnly: true,
      writeOnly: true,
      contentEncoding: 'base64',
      contentMediaType: 'text/plain',
      contentSchema: { type: 'string' },
      format: 'of-our-own',
      'x-order': 1,
    };
    expect(linesOf(schema, 1)).toEqual([]);
  });

  it('follows references, also those with escapes and beside other keywords', () => {
    const schema = {
      $defs: { 'a/b~c d': { type: 'string' } },
      definitions: { e: { minLength: 2 } },
      properties: {
        a: { $ref: '#/$defs/a~1b~0c%20d', maxLength: 3 },
        b: { $ref: '#/properties/a' },
      },
      additionalProperties: { $ref: '#/definitions/e' },
    };
    expect(linesOf(schema, { a: 'abc', b: 'abc', c: 'ab' })).toEqual([]);
    expect(linesOf(schema, { a: 1, b: 'abcd', c: 'a' })).toEqual([
      'a: a string',
      'b: at most 3 characters',
      'c: at least 2 characters',
    ]);
  });

  it('may refer to itself', () => {
    const tree = {
      type: 'object',
      properties: { kids: { items: { $ref: '#' } }, n: { type: 'number' } },
    };
    expect(linesOf(tree, { kids: [{ n: 1 }, { kids: [{ kids: [] }] }] })).toEqual([]);
    expect(linesOf(tree, { kids: [{ n: 1 }, { kids: [{ n: 'x' }] }] })).toEqual([
      'kids[1].kids[0].n: a number',
    ]);
  });

  it('may be a schema that Zod generates', () => {
    const Person = z.object({
      name: z.string().min(1),
      mail: z.email(),
      born: z.iso.date().optional(),
      pets: z.array(z.union([z.literal('cat'), z.literal('dog')])),
      sizes: z.record(z.string(), z.number()),
      pair: z.tuple([z.string(), z.int()]),
      get friends() {
        return z.array(Person);
      },
    });
    const check = createValidator().compile(z.toJSONSchema(Person));
    const ada = {
      name: 'Ada',
      mail: 'a@example.com',
      pets: ['cat'],
      sizes: { a: 1 },
      pair: ['a', 1],
      friends: [],
    };
    expect(check({ ...ada, friends: [ada] })).toEqual([]);
    expect(check({ ...ada, friends: [{ ...ada, pets: ['cow'], pair: ['a', 1.5] }] })).toEqual([
      { path: 'friends[0].pets[0]', message: '"cat" or "dog"' },
      { path: 'friends[0].pair[1]', message: 'a whole number' },
    ]);
  });
});
