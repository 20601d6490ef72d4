import type { PlanStatus } from './plan.js';

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
