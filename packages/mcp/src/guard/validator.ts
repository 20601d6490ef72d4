/** What a schema of any library says of a value. */
export interface Judgement {
  readonly issues?: readonly unknown[] | undefined;
  readonly value?: unknown;
}

export type Validate = (value: unknown) => Promise<Judgement>;

interface Zod {
  safeParseAsync?(value: unknown): Promise<{ data?: unknown; error?: { issues: unknown[] } }>;
}

interface Standard {
  readonly '~standard'?: { validate(value: unknown): Judgement | Promise<Judgement> };
}

/**
 * How to judge a value by a schema, or undefined where nobody knows. Zod is asked in its own way first: by way of Standard Schema it
 * tries without waiting, and an asynchronous refinement that rejects then ends the process.
 */
export function validatorOf(schema: unknown): Validate | undefined {
  const zod = (schema ?? {}) as Zod;
  if (typeof zod.safeParseAsync === 'function') {
    return async (value) => {
      const { data, error } = await zod.safeParseAsync!(value);
      return error === undefined ? { value: data } : { issues: error.issues };
    };
  }
  const standard = ((schema ?? {}) as Standard)['~standard'];
  return typeof standard?.validate === 'function'
    ? async (value) => standard.validate(value)
    : undefined;
}
