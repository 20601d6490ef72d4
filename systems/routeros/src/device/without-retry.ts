import { Fault, type FaultOptions } from '@errata/core';

/** The same failure, told to somebody who must not simply make the same call again after a while. */
export function withoutRetry(fault: Fault, options: FaultOptions): Fault {
  const { retryAfter: _wait, ...given } = fault.given;
  const { retry_after: _seconds, ...context } = fault.context as { readonly retry_after?: unknown };
  return new Fault(fault.definition, context, {
    ...given,
    cause: fault,
    strategy: 'user_action_required',
    retryable: false,
    ...options,
  });
}
