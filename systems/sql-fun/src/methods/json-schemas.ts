import type { JsonSchema } from '@errata/kit';

declare const TYPE: unique symbol;

/** A JSON Schema whose values have the type `T`: params and results are declared once. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type TypeOf<S> = S extends Schema<infer T> ? T : never;

/** Characters that a text of SQL may have. */
export const MAX_SQL = 1024 * 1024;

export const FLAG: Schema<boolean> = { type: 'boolean' };

export const text = (description?: string): Schema<string> => ({
  type: 'string',
  ...(description !== undefined && { description }),
});

export const count = (description?: string): Schema<number> => ({
  ...{ type: 'integer', minimum: 0 },
  ...(description !== undefined && { description }),
});

/** A parameter that is a text of limited length. */
export const param = (maxLength: number, description: string): Schema<string> => ({
  ...{ type: 'string', minLength: 1, maxLength, description },
});

/** A parameter that is a whole number. */
export const range = (minimum: number, maximum: number, preset: number): Schema<number> => ({
  ...{ type: 'integer', minimum, maximum, default: preset },
});

export const nameParam = (description: string): Schema<string> => param(300, description);

export const oneOf = <const T>(values: readonly T[], more: JsonSchema = {}): Schema<T> => ({
  ...{ enum: values, ...more },
});

export const list = <T>(items: Schema<T>, description?: string): Schema<readonly T[]> => ({
  ...{ type: 'array', items },
  ...(description !== undefined && { description }),
});

type Members = Readonly<Record<string, JsonSchema>>;
type Values<M extends Members> = {
  readonly [K in keyof M as K extends `${string}?` ? never : K]: TypeOf<M[K]>;
} & {
  readonly [K in keyof M as K extends `${infer Name}?` ? Name : never]?: TypeOf<M[K]> | undefined;
};

/** An object that has these members and no others; one with a `?` behind its name may be missing. */
export function object<M extends Members>(members: M): Schema<Values<M>> {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export const NAMES = list(text());
export const SQL = param(MAX_SQL, 'One or more statements of PostgreSQL.');
export const SCHEMA_ID = nameParam(
  'The id of a schema, as list_schemas tells it (default: the selected one).',
);
