import { routeros } from '@errata/catalogs/routeros';

/** Why an execution stops: the service is about to end. */
export class ServiceClosing extends Error {
  override readonly name = 'ServiceClosing';
}

/** Why a signal was given, in a sentence. */
export function describeInterruption({ reason }: AbortSignal): string {
  return reason instanceof ServiceClosing ? 'The service was shut down' : 'The call was cancelled';
}

export interface Interrupted {
  readonly planId: string;
  /** The devices that are not known to be as they were before the plan. */
  readonly left: readonly string[];
}

/** What an interrupted execution ends with: the reason of the caller itself, or a fault that tells of the service's end. */
export function toInterruption({ reason }: AbortSignal, { planId, left }: Interrupted): unknown {
  if (!(reason instanceof ServiceClosing)) return reason;
  const clean = left.length === 0;
  return routeros.CONFLICT(
    { plan_id: planId, plan_status: clean ? 'rolled_back' : 'failed' },
    {
      cause: reason,
      effect: clean ? 'none' : 'unknown',
      strategy: 'user_action_required',
      details: clean
        ? `Plan '${planId}' was stopped because the service was shut down; nothing of it is left on any device`
        : `Plan '${planId}' was stopped because the service was shut down; what is on ${left.join(', ')} is not known to be taken back`,
      suggestion: clean
        ? 'When the service is back, use plan/create to plan the change again'
        : `When the service is back, use plan/rollback with plan_id '${planId}'`,
    },
  );
}
