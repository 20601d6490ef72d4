import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleArguments, spoilArguments } from './arguments.js';
import { HOSTILE_SCHEMAS } from './testing/tool-schemas.js';

/** The words of JSON Schema in any places, with anything behind them. */
const WORDS = [
  ...[
    'type',
    'const',
    'enum',
    'default',
    'examples',
    'format',
    'pattern',
    '$ref',
    '$id',
    '$schema',
  ],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'nullable'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'dependencies', 'dependentSchemas', 'dependentRequired'],
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$defs', '__proto__', 'constructor'],
] as const;
const VALUES = [
  ...['object', 'array', 'string', 'integer', '#', '#/$defs/a', '#/%zz', '#/properties/a/items'],
  ...['(a*)*$', '^[a-', '\\', 'draft-07', 'uri', 'a', '__proto__'],
];

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>(...VALUES, null, true, false, 0, 1, -1, 0.5, 1e308, Infinity),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...WORDS, 'a'), tie('json'), { maxKeys: 5 }),
  ),
}));

describe('a hostile schema', () => {
  it.each(Object.keys(HOSTILE_SCHEMAS))('gets an answer, or none, for %s', (name) => {
    const schema = HOSTILE_SCHEMAS[name];
    const sample = sampleArguments(schema);
    if (sample !== undefined) expect(JSON.parse(JSON.stringify(sample))).toEqual(sample);
    expect(spoilArguments(schema).length).toBeLessThanOrEqual(30);
  });

  it('never makes it throw, and what it gives can be sent', () => {
    fc.assert(
      fc.property(fc.oneof(json, fc.jsonValue(), fc.anything()), (schema) => {
        const made = [sampleArguments(schema), ...spoilArguments(schema).map(({ args }) => args)];
        for (const args of made) {
          if (args !== undefined) expect(JSON.parse(JSON.stringify(args))).toEqual(args);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
