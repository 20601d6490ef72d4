export const PLAN_STATUSES = [
  'draft',
  'approved',
  'executing',
  'completed',
  'failed',
  'rolled_back',
  'cancelled',
  'expired',
] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_KINDS = ['static-route', 'firewall-rule', 'dns-ntp-rollout'] as const;

export type PlanKind = (typeof PLAN_KINDS)[number];

/** What became of a plan on one device. `unknown`: the answer was lost, or the service stopped in the middle. */
export const OUTCOME_STATES = [
  'pending',
  'applying',
  'applied',
  'failed',
  'unknown',
  'rolled_back',
  'rollback_failed',
] as const;

export type OutcomeState = (typeof OUTCOME_STATES)[number];

interface PlanOutcome {
  readonly device_id: string;
  readonly state: OutcomeState;
  /** One sentence: what was done, or why not. */
  readonly detail: string | null;
  /** What keeps the change from its full effect there, as the device was when it was looked at last. */
  readonly warning: string | null;
}

/** A plan as results show it. */
export interface Plan {
  readonly plan_id: string;
  readonly kind: PlanKind;
  readonly status: PlanStatus;
  readonly description: string;
  /** The wanted change, as it was given. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly created_by: string;
  readonly approved_by: string | null;
  readonly created_at: string;
  readonly approved_at: string | null;
  readonly expires_at: string;
  readonly finished_at: string | null;
  /** Why it did not end well, in a sentence. */
  readonly failure: string | null;
  readonly outcomes: readonly PlanOutcome[];
}

/** What a plan can become from each status. A rollback executes too, so two of them never meet. */
export const TRANSITIONS: Readonly<Record<PlanStatus, readonly PlanStatus[]>> = {
  draft: ['approved', 'cancelled', 'expired'],
  approved: ['executing', 'cancelled', 'expired'],
  executing: ['completed', 'failed', 'rolled_back'],
  completed: ['executing'],
  failed: ['executing'],
  rolled_back: [],
  cancelled: [],
  expired: [],
};

/** Whether a plan in this status is over when its time is. */
export function canExpire(status: PlanStatus): boolean {
  return TRANSITIONS[status].includes('expired');
}

/** Whether a plan in this status can be called off. */
export function canCancel(status: PlanStatus): boolean {
  return TRANSITIONS[status].includes('cancelled');
}

/** Whether there may be something on the devices to take back. */
export function canRollBack(status: PlanStatus): boolean {
  return status === 'completed' || status === 'failed';
}
