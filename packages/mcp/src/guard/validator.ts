/** What a schema of any library says of a value. */
export interface Judgement {
  readonly issues?: readonly unknown[] | undefined;
  readonly value?: unknown;
}

export type Validate = (value: unknown) => Judgement | Promise<Judgement>;

interface Zod {
  safeParseAsync?(value: unknown): Promise<{ data?: unknown; error?: { issues: unknown[] } }>;
}

interface Standard {
  readonly '~standard'?: { validate(value: unknown): Judgement | Promise<Judgement> };
}

/**
 * How to judge a value by a schema, or undefined where nobody knows. v2 asks by way of Standard Schema, which is fast but tries zod
 * without waiting first; v1 asks zod in its own way. Each is asked as its SDK would, so that schemas behave as they did.
 */
export function validatorOf(schema: unknown, standardFirst = false): Validate | undefined {
  const [first, second] = standardFirst ? [standardOf, zodOf] : [zodOf, standardOf];
  return first(schema) ?? second(schema);
}

function zodOf(schema: unknown): Validate | undefined {
  const zod = (schema ?? {}) as Zod;
  if (typeof zod.safeParseAsync !== 'function') return undefined;
  return (value) =>
    zod.safeParseAsync!(value).then(({ data, error }) =>
      error === undefined ? { value: data } : { issues: error.issues },
    );
}

function standardOf(schema: unknown): Validate | undefined {
  const standard = ((schema ?? {}) as Standard)['~standard'];
  return typeof standard?.validate === 'function' ? (value) => standard.validate(value) : undefined;
}

/** The issues of a value under a schema of any library; undefined where there are none, or none can be had. */
export async function issuesOf(
  schema: unknown,
  value: unknown,
): Promise<readonly unknown[] | undefined> {
  try {
    const judged = await validatorOf(schema)?.(value);
    return judged?.issues !== undefined && judged.issues.length > 0 ? judged.issues : undefined;
  } catch {
    return undefined; // a refinement that throws says nothing about the fields
  }
}
