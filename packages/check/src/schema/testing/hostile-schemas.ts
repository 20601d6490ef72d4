const deep = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
};

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const object = (properties: unknown, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});

/** Schemas that would keep a naive reader busy, or end it. */
export const HOSTILE_SCHEMAS: Readonly<Record<string, unknown>> = {
  'a reference to itself': { $ref: '#' },
  'references in a ring': {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  },
  'a sum of itself, twice': { allOf: [{ $ref: '#' }, { $ref: '#' }] },
  'a choice of itself, many times': { anyOf: many(500, () => ({ $ref: '#' })) },
  'an endless required tree': object(
    { a: { $ref: '#' }, b: { $ref: '#' } },
    { required: ['a', 'b'] },
  ),
  'a tree of lists of itself': object({
    a: { type: 'array', minItems: 9, items: { $ref: '#' } },
    b: { type: 'array', minItems: 9, items: { $ref: '#' } },
  }),
  'the negation of itself': { not: { $ref: '#' } },
  'a schema of a hundred thousand levels': deep(100_000, (inner) => object({ a: inner })),
  'a sum of a hundred thousand levels': deep(100_000, (inner) => ({ allOf: [inner] })),
  'a default of a hundred thousand levels': object(
    { a: { default: deep(100_000, (inner) => [inner]), const: deep(100_000, (inner) => [inner]) } },
    { required: ['a'] },
  ),
  'a hundred thousand members': object(
    Object.fromEntries(many(100_000, (at) => [`a${at}`, { type: 'integer', minimum: at }])),
  ),
  'a hundred thousand required members': {
    type: 'object',
    required: many(100_000, (at) => `a${at}`),
  },
  'a hundred thousand patterns': object(
    { a: { type: 'object', properties: { b: { type: 'object' } }, required: ['b'] } },
    { patternProperties: Object.fromEntries(many(100_000, (at) => [`(${at}`, { $ref: '#' }])) },
  ),
  'a hundred thousand allowed values': object({ a: { enum: many(100_000, (at) => `v${at}`) } }),
  'choices of choices of choices': object({
    a: { allOf: many(40, () => ({ oneOf: many(40, (at) => ({ const: at })) })) },
  }),
  'a text of a billion letters': object(
    { a: { type: 'string', minLength: 1e9 } },
    { required: ['a'] },
  ),
  'a list of a billion items': object({ a: { type: 'array', minItems: 1e9 } }, { required: ['a'] }),
  'a billion members': { type: 'object', minProperties: 1e9 },
  'patterns that make backtracking explode': object(
    {
      a: { type: 'string', pattern: '^(([a-z-])+.)+[A-Z]([a-z])+$', minLength: 40 },
      b: { type: 'string', pattern: '((((((a*)*)*)*)*)*)*b', maxLength: 200 },
      c: { type: 'string', pattern: '^(a{1000}){1000}$' },
      d: { type: 'string', pattern: '('.repeat(900) + ')'.repeat(900) },
      e: { type: 'string', pattern: '(x+x+)+y{999999}' },
    },
    { required: ['a'] },
  ),
  'names of the prototype': object(
    JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"number"},"toString":{}}'),
    { required: ['__proto__', 'constructor', 'hasOwnProperty'] },
  ),
  'numbers beyond numbers': object(
    JSON.parse('{"a":{"minimum":1e400,"type":"number"},"b":{"const":1e999},"c":{"multipleOf":0}}'),
    { required: ['b'] },
  ),
  'words that make no sense': {
    type: 'file',
    properties: 7,
    required: true,
    enum: {},
    pattern: '(((',
    $ref: 3,
    allOf: 'all',
    anyOf: null,
  },
};
