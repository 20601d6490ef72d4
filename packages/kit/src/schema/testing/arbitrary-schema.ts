import fc from 'fast-check';

const NAMES = ['a', 'b', 'ab', 'constructor', 'x y'] as const;
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

const name = fc.constantFrom(...NAMES);
const small = fc.nat({ max: 3 });
// Halves are exact in binary: what differs otherwise is how decimals are read.
const number = fc.integer({ min: -8, max: 8 }).map((n) => n / 2);
const names = fc.uniqueArray(name, { maxLength: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^.$', '[0-9]', '\\s', 'é|😀');
const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'b', '1', '😀', '😀é', 'a b'),
  fc.string({ maxLength: 4 }),
);

/** Values that the schemas below have something to say about. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    text,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    // As JSON gives them: Ajv tells objects apart by their prototypes.
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** Schemas over all keywords that both sides know and mean the same by. */
export const schema: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown }>((tie) => {
  const sub = tie('schema');
  const forms = fc.array(sub, { minLength: 1, maxLength: 3 });
  const keywords = {
    type: fc.oneof(
      fc.constantFrom(...TYPES),
      fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
    ),
    enum: fc.uniqueArray(value, {
      minLength: 1,
      maxLength: 4,
      selector: (each) => JSON.stringify(each),
    }),
    const: value,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(0.5, 1, 1.5, 2, 3),
    minLength: small,
    maxLength: small,
    pattern,
    properties: fc.dictionary(name, sub, { maxKeys: 3 }),
    patternProperties: fc.dictionary(pattern, sub, { maxKeys: 2 }),
    additionalProperties: sub,
    propertyNames: sub,
    required: names,
    minProperties: small,
    maxProperties: small,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
    dependentSchemas: fc.dictionary(name, sub, { maxKeys: 2 }),
    items: sub,
    prefixItems: forms,
    contains: sub,
    minContains: small,
    maxContains: small,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    allOf: forms,
    anyOf: forms,
    oneOf: forms,
    not: sub,
    if: sub,
    then: sub,
    else: sub,
    $ref: fc.constantFrom('#/$defs/tree', '#/$defs/word'),
  } as const;
  const pairs = Object.entries(keywords).map(([key, of]) =>
    fc.tuple(fc.constant(key), of as fc.Arbitrary<unknown>),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.boolean(),
      fc
        .array(fc.oneof(...pairs), { maxLength: 4 })
        .map((chosen) => Object.fromEntries(chosen) as unknown),
    ),
  };
}).schema;

/** A schema with what its references refer to. */
export const document: fc.Arbitrary<Record<string, unknown>> = schema.map((root) => ({
  allOf: [root],
  $defs: {
    word: { type: 'string', minLength: 1 },
    tree: { anyOf: [{ $ref: '#/$defs/word' }, { type: 'array', items: { $ref: '#/$defs/tree' } }] },
  },
}));
