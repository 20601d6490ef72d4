/** As much of JSON Schema as an example can be made from. */
export interface JsonSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly minimum?: unknown;
  readonly exclusiveMinimum?: unknown;
}

const MAX_LENGTH = 60;

/** A value that would do in a place of a document, as JSON; undefined where the schema does not tell. */
export function exampleFor(
  schema: JsonSchema | undefined,
  path: readonly (string | number)[],
): string | undefined {
  try {
    let place = schema;
    for (const key of path) place = typeof key === 'number' ? place?.items : propertyOf(place, key);
    const value = place === undefined ? undefined : exampleOf(place, 0);
    const json = value === undefined ? undefined : JSON.stringify(value);
    return json !== undefined && json.length <= MAX_LENGTH ? json : undefined;
  } catch {
    return undefined; // a schema that cannot be read gives no example
  }
}

function propertyOf(schema: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const { properties = {} } = schema ?? {};
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function exampleOf(schema: JsonSchema, depth: number): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const variant = (schema.anyOf ?? schema.oneOf)?.[0];
  if (variant !== undefined && depth < 3) return exampleOf(variant, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      // Nothing that is made up would fit a pattern but by luck.
      return schema.pattern === undefined ? (FORMATS[String(schema.format)] ?? 'text') : undefined;
    case 'integer':
    case 'number':
      return leastNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return schema.items !== undefined && depth < 3 ? [exampleOf(schema.items, depth + 1)] : [];
    case 'object':
      return {};
    default:
      return undefined;
  }
}

function leastNumber({ minimum, exclusiveMinimum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum;
  return typeof exclusiveMinimum === 'number' ? Math.floor(exclusiveMinimum) + 1 : 1;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'name@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};
