/**
 * The context fields of a definition, written as data so that one line gives the compiler its type, the wire its
 * white list and the exported schema its entry: `{ device_id: 'string', retry_after: 'integer?' }`.
 */
export type Fields = { readonly [name: string]: Field };

export type Field = FieldType | FieldSpec;

export type FieldType = BaseType | `${BaseType}?`;

export const FIELD_TYPES = [
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'json',
  'string[]',
  'integer[]',
  'object[]',
] as const;

type BaseType = (typeof FIELD_TYPES)[number];

/** A field with more to say about it than its type. */
export interface FieldSpec {
  /** With a question mark behind it the field may be left out: `'string?'`. */
  readonly type: FieldType;
  /** For the reference and the exported schema. */
  readonly description?: string;
  /** The only values that a string may have. */
  readonly values?: readonly string[];
  /** The members of each object, for `object` and `object[]`. */
  readonly items?: Fields;
}

/** The context to pass when you throw: required fields, and optional ones. */
export type ContextOf<F> = F extends Fields
  ? string extends keyof F
    ? NoContext
    : Given<F>
  : NoContext;

type NoContext = Readonly<Record<string, never>>;

type Given<F extends Fields> = Simplify<
  { readonly [K in keyof F as IsOptional<F[K]> extends true ? never : K]: ValueOf<F[K]> } & {
    readonly [K in keyof F as IsOptional<F[K]> extends true ? K : never]?:
      ValueOf<F[K]> | undefined;
  }
>;

type Simplify<T> = { [K in keyof T]: T[K] };

type TypeOf<F extends Field> = F extends FieldSpec ? F['type'] : F;

type IsOptional<F extends Field> = TypeOf<F> extends `${string}?` ? true : false;

type ValueOf<F extends Field> = F extends { readonly values: readonly (infer V)[] }
  ? V
  : F extends { readonly type: infer T; readonly items: infer I extends Fields }
    ? T extends `object[]${string}`
      ? readonly ContextOf<I>[]
      : ContextOf<I>
    : ValueOfType<TypeOf<F>>;

type ValueOfType<T> = T extends `${infer B}?`
  ? ValueOfType<B>
  : T extends keyof Values
    ? Values[T]
    : never;

interface Values {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  object: object;
  json: unknown;
  'string[]': readonly string[];
  'integer[]': readonly number[];
  'object[]': readonly object[];
}

/** A field in its long form, with the question mark taken apart. */
export interface ResolvedField {
  readonly name: string;
  readonly type: BaseType;
  readonly required: boolean;
  readonly description?: string;
  readonly values?: readonly string[];
  readonly items?: readonly ResolvedField[];
}

export function resolveFields(fields: Fields): readonly ResolvedField[] {
  return Object.entries(fields).map(([name, field]) => {
    const spec: FieldSpec = typeof field === 'string' ? { type: field } : field;
    const required = !spec.type.endsWith('?');
    return {
      name,
      type: (required ? spec.type : spec.type.slice(0, -1)) as BaseType,
      required,
      ...(spec.description !== undefined && { description: spec.description }),
      ...(spec.values && { values: spec.values }),
      ...(spec.items && { items: resolveFields(spec.items) }),
    };
  });
}
