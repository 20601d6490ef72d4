import { conditionFault, type FaultOptions } from '@errata/core/internal';
import type { Fault } from '@errata/core';

// The kit's own failures. It knows conditions only; the contract of the server has the names, numbers and data.

/** Wrong params of a request: the member, and what is expected. */
export function invalidParams(details: string): Fault {
  return conditionFault('invalid-params', { details }, { details });
}

export function invalidRequest(details: string): Fault {
  return conditionFault('invalid-request', { details }, { details });
}

/** An invalid registration of a tool, resource or prompt. */
export function invalidDefinition(
  details: string,
  { context, cause }: { context?: object; cause?: unknown } = {},
): Fault {
  const given = { details, ...(cause !== undefined && { cause }) };
  return conditionFault('validation', { details, ...context }, given);
}

export function resourceNotFound(uri: string, given?: FaultOptions): Fault {
  return conditionFault('resource-not-found', { uri }, given);
}

export function subscriptionFailed(uri: string, details: string, cause?: unknown): Fault {
  const given = { details, effect: 'none', ...(cause !== undefined && { cause }) } as const;
  return conditionFault('subscription-failed', { uri, details }, given);
}

export function capabilityNotSupported(capability: string, side: 'client' | 'server'): Fault {
  const reason = `The ${side} does not offer ${capability}`;
  return conditionFault('capability-not-supported', { capability, reason });
}
