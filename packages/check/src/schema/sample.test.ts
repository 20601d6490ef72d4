import { describe, expect, it } from 'vitest';
import { sampleArguments } from './arguments.js';
import { oracle } from './testing/arbitrary-schema.js';
import { TOOL_SCHEMAS } from './testing/tool-schemas.js';

/** One required member of this schema. */
const one = (schema: unknown, name = 'a'): Record<string, unknown> => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});

describe('a sample', () => {
  it.each([
    [{ type: 'string' }, 'errata-check'],
    [{ type: 'string', maxLength: 4 }, 'erra'],
    [{ type: 'string', minLength: 20 }, 'errata-check-errata-'],
    [{ type: 'string', pattern: '^[a-z_]+$' }, 'errata_check'],
    [{ type: 'string', pattern: '^[A-Z]{3}-\\d{2}$' }, 'AAA-00'],
    [{ type: 'string', pattern: '^#?[0-9a-f]{6}$' }, '000000'.replaceAll('0', 'a')],
    [{ type: 'string', pattern: '^(on|off)$' }, 'on'],
    [{ type: 'string', pattern: '^v', minLength: 1 }, 'v'],
    [{ type: 'string', format: 'uri' }, 'http://127.0.0.1:9/'],
    [{ type: 'string', format: 'date-time' }, '2001-01-01T00:00:00Z'],
    [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
    [{ type: 'string', enum: ['b', 'c'] }, 'b'],
    [{ type: 'string', enum: ['b', 'long'], minLength: 2 }, 'long'],
    [{ const: 7 }, 7],
    [{ type: 'string', default: 'd', examples: ['e'] }, 'd'],
    [{ type: 'string', default: 5, examples: ['e'] }, 'e'],
    [{ type: 'string', format: 'uri', examples: ['https://example.com/x'] }, 'http://127.0.0.1:9/'],
    [{ type: 'string', default: '/etc/passwd' }, 'errata-check'],
    [{ type: 'string', examples: ['C:\\Users', '~/x', 'www.example.com', 'fine'] }, 'fine'],
    [{ type: 'integer' }, 1],
    [{ type: 'integer', minimum: 10 }, 10],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'integer', exclusiveMinimum: 2, maximum: 3 }, 3],
    [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'number', exclusiveMinimum: 4, exclusiveMaximum: 5 }, 4.5],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: ['null', 'string'] }, null],
    [{ type: 'array', items: { type: 'string' } }, []],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
    [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 0, 2]],
    [{ type: 'array', prefixItems: [{ type: 'null' }], minItems: 2 }, [null, 'errata-check']],
    [{ type: 'array', contains: { type: 'boolean' } }, [true]],
    [{ type: 'object', properties: { b: { type: 'string' } } }, {}],
    [one({ type: 'boolean' }, 'b'), { b: true }],
    [{ type: 'object', minProperties: 1 }, { errata_check_1: 'errata-check' }],
    [{ anyOf: [{ type: 'string', pattern: '(?<=x)y' }, { type: 'integer' }] }, 1],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }, { type: 'boolean' }] }, 0.5],
    [{ allOf: [{ type: 'integer' }, { minimum: 5 }] }, 5],
    [{ not: { type: 'string' } }, 1],
    [{ if: { type: 'string' }, then: { minLength: 14 } }, 'errata-check-e'],
    [{}, 'errata-check'],
    [true, 'errata-check'],
  ])('of %j is %j', (schema, value) => {
    const sample = sampleArguments(one(schema));
    expect(sample).toEqual({ a: value });
    expect(oracle(one(schema))!(sample)).toBe(true);
  });

  it.each([
    ['path', 'errata-check-does-not-exist'],
    ['targetDirectory', 'errata-check-does-not-exist'],
    ['file_name', 'errata-check-does-not-exist'],
    ['profile', 'errata-check'],
    ['baseUrl', 'http://127.0.0.1:9/'],
    ['uri', 'http://127.0.0.1:9/'],
    ['query', 'errata-check'],
  ])('of a text that is called %s is %s', (name, value) => {
    expect(sampleArguments(one({ type: 'string' }, name))).toEqual({ [name]: value });
  });

  it.each([
    ['what a pattern wants that is not understood', { type: 'string', pattern: '^\\p{Lu}(?<=X)$' }],
    ['a format that is not known', { type: 'string', format: 'iban' }],
    ['a type that is not known', { type: 'file' }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['a reference to elsewhere', { $ref: 'https://127.0.0.1:9/schema.json' }],
    ['bounds that leave nothing', { type: 'integer', minimum: 3, maximum: 2 }],
    ['nothing at all', false],
    ['a file that exists', { type: 'string', format: 'file-path' }],
    ['a base of its own', { $id: 'https://127.0.0.1:9/', type: 'string' }],
    ['an endless tree', { $ref: '#' }],
  ])('is not made of %s', (_, schema) => {
    expect(sampleArguments(one(schema))).toBeUndefined();
  });

  it.each([[undefined], [null], [7], ['object'], [[]], [{ type: 'array' }], [false]])(
    'is not made of %j',
    (schema) => {
      expect(sampleArguments(schema)).toBeUndefined();
    },
  );

  it('follows references, also through escaped names, and ends recursion where it may', () => {
    const schema = {
      ...one({ $ref: '#/$defs/a~1b%20c' }),
      $defs: {
        'a/b c': {
          type: 'object',
          properties: { next: { anyOf: [{ $ref: '#/$defs/a~1b%20c' }, { type: 'null' }] } },
          required: ['next'],
        },
      },
    };
    const sample = sampleArguments(schema);
    expect(oracle(schema)!(sample)).toBe(true);
    expect(JSON.stringify(sample).length).toBeLessThan(150);
  });

  it.each(Object.keys(TOOL_SCHEMAS))('fits %s', (name) => {
    const schema = TOOL_SCHEMAS[name]!;
    const sample = sampleArguments(schema);
    expect(sample).toBeDefined();
    expect(oracle(schema)!(sample)).toBe(true);
    expect(sampleArguments(structuredClone(schema))).toEqual(sample);
  });

  it('has nothing but what is required', () => {
    const schema = TOOL_SCHEMAS['filesystem read_text_file, by zod-to-json-schema'];
    expect(sampleArguments(schema)).toEqual({ path: 'errata-check-does-not-exist' });
  });
});
