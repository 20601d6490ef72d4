import type { JsonSchema } from '@errata/kit';

declare const TYPE: unique symbol;

/** A JSON Schema whose values have the type `T`: params and results are declared once. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

const described = <T>(schema: JsonSchema, description?: string): Schema<T> =>
  description === undefined ? schema : { ...schema, description };

export const flag = (about?: string) => described<boolean>({ type: 'boolean' }, about);
export const text = (about?: string) => described<string>({ type: 'string' }, about);
export const count = (about?: string) => described<number>({ type: 'integer', minimum: 0 }, about);
export const texts = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, text()])) as Record<N, Schema<string>>;
export const oneOf = <const T>(values: readonly T[], about?: string) =>
  described<T>({ enum: values }, about);
export const list = <T>(items: Schema<T>, about?: string) =>
  described<readonly T[]>({ type: 'array', items }, about);
export const range = (minimum: number, maximum: number, preset: number) =>
  described<number>({ type: 'integer', minimum, maximum, default: preset });
export const param = (maxLength: number, about: string) =>
  described<string>({ type: 'string', minLength: 1, maxLength }, about);
export const name = (about: string) => param(300, about);

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

export const MAX_SQL = 1024 * 1024;

export const NAMES = list(text());
export const SQL = param(MAX_SQL, 'One or more statements of PostgreSQL.');
const ID_HELP = 'The id of a schema, as list_schemas tells it (default: the selected one).';
export const SCHEMA_ID = name(ID_HELP);
