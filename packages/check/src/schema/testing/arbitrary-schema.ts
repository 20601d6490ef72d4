import fc from 'fast-check';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

const NAMES = ['path', 'limit', 'tags', 'filter', 'mode', 'x-y'] as const;
const PATTERNS = [
  '^[a-z]+$',
  '^[A-Z]{2,4}-\\d+$',
  'check',
  '^(?:red|green)$',
  '^(?!x)[\\w-]{3,}$',
  '^\\S+@\\S+$',
] as const;

const count = (most: number) => fc.nat({ max: most });
const number = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(0.5, 2.5, -0.25, 1000));
const scalar = fc.oneof(
  fc.constantFrom('red', 'green', 'errata-check', ''),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.constant(null),
);

/** A record with few of these keywords: with many, hardly anything would fit. */
const some = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
  fc
    .subarray(Object.keys(keywords), { maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, keywords[name]!]))));

const text = some({
  minLength: count(20),
  maxLength: count(30),
  pattern: fc.constantFrom(...PATTERNS),
  default: fc.constantFrom('red', 'errata'),
}).map((rest) => ({ type: 'string', ...rest }));
const numeric = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    some({
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 5, 0.5, 0.01),
    }),
  )
  .map(([type, rest]) => ({ type, ...rest }));
const choice = fc
  .tuple(fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([values, single]) => (single ? { const: values[0] } : { enum: values }));
const plain = fc.oneof(
  fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }, {}, true),
  fc.constantFrom({ $ref: '#/$defs/name' }, { $ref: '#/$defs/tree' }, { $ref: '#' }),
  fc.constantFrom({ $ref: '#/$defs/name', maxLength: 4 }, { type: 'string', nullable: true }),
);

const { schema } = fc.letrec<{ schema: unknown; object: Json; list: Json; logic: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    text,
    numeric,
    choice,
    tie('object'),
    tie('list'),
    tie('logic'),
  ),
  object: some({
    properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 4 }),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
    additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
    patternProperties: fc.dictionary(fc.constantFrom('^t', '-'), tie('schema'), { maxKeys: 1 }),
    propertyNames: fc.constant({ maxLength: 5 }),
    dependentRequired: fc.constant({ path: ['limit'] }),
    unevaluatedProperties: fc.boolean(),
    minProperties: count(3),
    maxProperties: count(5),
  }).map((rest) => ({ type: 'object', ...rest })),
  list: some({
    items: tie('schema'),
    prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    minItems: count(3),
    maxItems: count(4),
    uniqueItems: fc.boolean(),
    contains: tie('schema'),
    maxContains: fc.constant(1),
    unevaluatedItems: fc.boolean(),
  }).map((rest) => ({ type: 'array', ...rest })),
  logic: some({
    allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    not: tie('schema'),
    if: tie('schema'),
    then: tie('schema'),
    else: tie('schema'),
  }),
}));

/** Input schemas with members of every kind, most of which can be satisfied. */
export const inputSchema: fc.Arbitrary<Json> = fc
  .record({
    properties: fc.dictionary(fc.constantFrom(...NAMES), schema, { minKeys: 1, maxKeys: 4 }),
    required: fc.nat({ max: 2 }),
    additionalProperties: fc.boolean(),
    more: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: schema }),
  })
  .map(({ more, properties, required, ...rest }) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).slice(0, required),
    ...rest,
    ...(more !== null && { allOf: [more] }),
    $defs: {
      name: { type: 'string', minLength: 2 },
      tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
        required: ['children'],
      },
    },
  }));

// Without all errors, it skips `contains` where a list is shorter than `prefixItems`.
const OPTIONS = {
  allErrors: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
} as const;
const draft07 = new Ajv(OPTIONS);
const draft2020 = new Ajv2020(OPTIONS);

/** What Ajv says of values; undefined of a schema that it does not take. */
export function oracle(
  schema: Readonly<Record<string, unknown>>,
): ((value: unknown) => boolean) | undefined {
  const old = String(schema['$schema']).includes('draft-07');
  try {
    const accepts = (old ? draft07 : draft2020).compile(schema);
    return (value) => accepts(value) === true;
  } catch {
    return undefined; // such as a reference to nothing
  }
}
