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

/** Input schemas as tools in the wild have them, by what wrote them. */
export const TOOL_SCHEMAS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'filesystem read_text_file, by zod-to-json-schema': {
    type: 'object',
    properties: {
      path: { type: 'string' },
      tail: { type: 'number', description: 'If provided, returns only the last N lines' },
      head: { type: 'number', description: 'If provided, returns only the first N lines' },
    },
    required: ['path'],
    additionalProperties: false,
    $schema: 'http://json-schema.org/draft-07/schema#',
  },
  'filesystem read_multiple_files': {
    type: 'object',
    properties: { paths: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    required: ['paths'],
    $schema: 'http://json-schema.org/draft-07/schema#',
  },
  'filesystem edit_file': {
    type: 'object',
    properties: {
      path: { type: 'string' },
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
          required: ['oldText', 'newText'],
          additionalProperties: false,
        },
      },
      dryRun: { type: 'boolean', default: false },
    },
    required: ['path', 'edits'],
    additionalProperties: false,
    $schema: 'http://json-schema.org/draft-07/schema#',
  },
  'filesystem list_directory_with_sizes': {
    type: 'object',
    properties: {
      path: { type: 'string' },
      sortBy: { type: 'string', enum: ['name', 'size'], default: 'name' },
    },
    required: ['path'],
    $schema: 'http://json-schema.org/draft-07/schema#',
  },
  'memory create_entities': {
    type: 'object',
    properties: {
      entities: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            entityType: { type: 'string' },
            observations: { type: 'array', items: { type: 'string' } },
          },
          required: ['name', 'entityType', 'observations'],
        },
      },
    },
    required: ['entities'],
  },
  'everything getTinyImage, without arguments': {
    type: 'object',
    properties: {},
    additionalProperties: false,
    $schema: 'http://json-schema.org/draft-07/schema#',
  },
  'search, by zod 4': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 200 },
      limit: { type: 'integer', exclusiveMinimum: 0, maximum: 100 },
      order: { anyOf: [{ const: 'asc' }, { const: 'desc' }] },
      site: { type: 'string', format: 'uri' },
      since: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
    },
    required: ['query', 'limit', 'site'],
    additionalProperties: false,
  },
  'shapes, a discriminated union by zod': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      shape: {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { kind: { type: 'string', const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ['shape'],
  },
  'a report, by pydantic': {
    $defs: {
      Level: { enum: ['low', 'high'], title: 'Level', type: 'string' },
      Filter: {
        properties: {
          port: { title: 'Port', type: 'integer', minimum: 1, maximum: 65535 },
          level: { $ref: '#/$defs/Level' },
          tags: {
            anyOf: [{ items: { type: 'string' }, type: 'array' }, { type: 'null' }],
            default: null,
            title: 'Tags',
          },
        },
        required: ['port', 'level'],
        title: 'Filter',
        type: 'object',
      },
    },
    properties: {
      filters: { $ref: '#/$defs/Filter' },
      since: {
        anyOf: [{ format: 'date', type: 'string' }, { type: 'null' }],
        default: null,
        title: 'Since',
      },
      ratio: { type: 'number', minimum: 0, maximum: 1, title: 'Ratio' },
      pair: {
        maxItems: 2,
        minItems: 2,
        prefixItems: [{ type: 'integer' }, { type: 'string' }],
        title: 'Pair',
        type: 'array',
      },
    },
    required: ['filters', 'ratio', 'pair'],
    title: 'reportArguments',
    type: 'object',
  },
  'a tree, recursive by pydantic': {
    $defs: {
      Node: {
        properties: {
          name: { type: 'string', pattern: '^[a-z][a-z0-9_]{2,15}$' },
          children: { items: { $ref: '#/$defs/Node' }, type: 'array', maxItems: 3 },
        },
        required: ['name', 'children'],
        type: 'object',
      },
    },
    properties: { root: { $ref: '#/$defs/Node' } },
    required: ['root'],
    type: 'object',
  },
  'an order, by hand': {
    type: 'object',
    required: ['order_id', 'amount', 'items'],
    properties: {
      order_id: { type: 'string', pattern: '^ORD-\\d{6}$' },
      amount: { type: 'number', multipleOf: 0.01, exclusiveMinimum: 0, maximum: 10000 },
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 5,
        uniqueItems: true,
        items: { type: 'string', enum: ['tea', 'milk', 'rice', 'salt', 'soap', 'oats'] },
      },
      express: { type: 'boolean' },
      notes: { type: ['string', 'null'], maxLength: 20 },
    },
    additionalProperties: false,
  },
  'one of two ways to say where, by hand': {
    definitions: { place: { type: 'string', minLength: 3 } },
    type: 'object',
    properties: { city: { $ref: '#/definitions/place' }, zip: { type: 'string' } },
    oneOf: [{ required: ['city'] }, { required: ['zip'] }],
    allOf: [{ properties: { days: { type: 'integer', minimum: 1 } }, required: ['days'] }],
  },
};
