import type { JsonSchema } from '@errata/kit';

/** Characters that a text of SQL may have. */
export const MAX_SQL = 1024 * 1024;
const MAX_NAME = 300;

export const SQL: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_SQL,
  description: 'One or more statements of PostgreSQL.',
};

export const SCHEMA_ID: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_NAME,
  description: 'The id of a schema, as list_schemas tells it (default: the selected one).',
};

/** The params that name a relation: one of the two. */
export const RELATION: Readonly<Record<string, JsonSchema>> = {
  table: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'The name of a table (a view will do), such as users or sales.orders.',
  },
  view: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'In place of table: the name of a view.',
  },
};

export const TEXT: JsonSchema = { type: 'string' };
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
export const FLAG: JsonSchema = { type: 'boolean' };
export const NAMES: JsonSchema = { type: 'array', items: TEXT };

/** An object that has these members and no others; those that may be missing are named. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}
