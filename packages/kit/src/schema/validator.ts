/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where: `items[0].name`; empty for the value itself. */
  readonly path: string;
  /** The expected value in a few words: `a whole number`. Never the given value. */
  readonly message: string;
}

/** Returns the issues of a value; an empty list if it is valid. */
export type Check = (value: unknown) => readonly Issue[];

/** Turns schemas into checks, once per schema. Throws a TypeError for a schema that it does not understand: nothing is left unchecked in silence. */
export interface Validator {
  compile(schema: JsonSchema): Check;
}

/** The part of Standard Schema (https://standardschema.dev) that is used here: Zod, Valibot, ArkType and others have it. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
