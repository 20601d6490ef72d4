/** What every calculation promises. Infinity and NaN are no numbers of JSON, so that 1/0 breaks it. */
export const RESULT_SCHEMA = {
  type: 'object',
  properties: { result: { type: 'number' } },
  required: ['result'],
} as const;

/** A calculation asks nothing, changes nothing, and comes to the same each time. */
export const CALCULATION = {
  readOnlyHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
