/**
 * What went wrong, in words that no domain owns. A definition may name its condition; revisions assign codes to
 * some of them, and two catalogs whose numbers collide are translated through them.
 */
export const CONDITIONS = [
  'parse-error',
  'invalid-request',
  'method-not-found',
  'invalid-params',
  'internal',
  'unexpected',
  'unknown-tool',
  'resource-not-found',
  'prompt-not-found',
  'capability-not-supported',
  'missing-client-capability',
  'unsupported-version',
  'header-mismatch',
  'url-elicitation-required',
  'not-initialized',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'validation',
  'rate-limited',
  'timeout',
  'cancelled',
  'unreachable',
  'upstream-auth',
  'upstream-error',
  'unsupported',
  'invalid-state',
  'unsafe',
  'not-approved',
  'expired',
  'subscription-failed',
  'transport',
  'exhausted',
  'storage-unavailable',
] as const;

/** What went wrong, in words that no domain owns: `validation`, `not-found`, `timeout`, `rate-limited`, `forbidden` … */
export type Condition = (typeof CONDITIONS)[number];

/** Failures of the call itself rather than of the tool, also if a tool raises them: JSON-RPC errors in every revision. */
export const PROTOCOL_CONDITIONS: ReadonlySet<Condition> = new Set<Condition>([
  'parse-error',
  'invalid-request',
  'method-not-found',
  'invalid-params',
  'unknown-tool',
  'resource-not-found',
  'prompt-not-found',
  'capability-not-supported',
  'missing-client-capability',
  'unsupported-version',
  'header-mismatch',
  'url-elicitation-required',
  'not-initialized',
  'unauthorized',
]);

/** Conditions that are checked before a handler runs, so that nothing was changed. */
export const REFUSALS: ReadonlySet<Condition> = new Set<Condition>([
  ...PROTOCOL_CONDITIONS,
  'forbidden',
  'not-found',
  'conflict',
  'validation',
  'rate-limited',
  'unsupported',
  'invalid-state',
  'unsafe',
  'not-approved',
  'expired',
]);
