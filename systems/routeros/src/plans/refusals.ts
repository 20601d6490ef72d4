import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import { forbidScope, inReach } from '../access/permissions.js';
import type { User } from '../access/user.js';
import type { Device } from '../registry/device.js';
import type { PlanRecord } from './plan-records.js';

/** No plan has this id, or none that the user may see: then `cause` says why, to the operator alone. */
export function noSuchPlan(planId: string, cause?: Fault) {
  return routeros.NOT_FOUND(
    { plan_id: planId, resource_type: 'plan' },
    { suggestion: 'Use plan/list to see the plans', ...(cause && { cause }) },
  );
}

/** The time of the plan is over. */
export function planExpired({ id, created_at, expires_at }: PlanRecord, now: number) {
  return routeros.PLAN_EXPIRED({
    plan_id: id,
    created_at,
    expires_at,
    current_time: new Date(now).toISOString(),
  });
}

/** The plan is not approved yet. */
export function planNotApproved({ id, status }: PlanRecord) {
  return routeros.PLAN_NOT_APPROVED({
    plan_id: id,
    plan_status: status,
    required_status: 'approved',
  });
}

/** The plan is not what was created: its row was changed, or a device has another address or is trusted in another way. */
export function planChanged({ id, status, created_at }: PlanRecord, devices: readonly Device[]) {
  const updated = devices.filter(({ updated_at }) => updated_at > created_at).map(({ id }) => id);
  const since = updated.length === 0 ? '' : ` (updated since then: ${updated.join(', ')})`;
  return routeros.PLAN_NOT_APPROVED(
    { plan_id: id, plan_status: status },
    {
      details: `Plan '${id}' is not approved in its current form: its change, or the address or trust of one of its devices, is not what it was when the plan was made${since}`,
      suggestion:
        'Use plan/cancel on it, then plan/create to plan the change for the devices as they are now, and have that approved.',
    },
  );
}

/** The token is missing, or it is for something else. */
export function wrongToken({ id, status }: PlanRecord, token: string | undefined) {
  return routeros.PLAN_NOT_APPROVED(
    { plan_id: id, plan_status: status },
    {
      details:
        token === undefined
          ? `Plan '${id}' is approved, but the call has no approval_token`
          : `The approval token does not belong to the current form of plan '${id}'`,
      suggestion:
        'Pass the approval_token that plan/approve returned for this plan, or have it approved again.',
    },
  );
}

/** What the statuses that end a wish have to say for themselves. */
const SITUATIONS: Readonly<Record<string, string>> = {
  draft: 'is not applied yet',
  approved: 'is not applied yet',
  executing: 'is being executed right now',
  completed: 'was applied already',
  failed: 'has failed',
  rolled_back: 'was rolled back',
  cancelled: 'was cancelled',
  expired: 'has expired',
};

const NEXT: Readonly<Record<string, string>> = {
  draft: 'Use plan/cancel to call it off',
  approved: 'Use plan/cancel to call it off',
  executing: 'Use plan/get to see how far it is',
  completed: 'Use plan/rollback to roll it back',
  failed: 'Use plan/rollback to roll back what was done',
};

/** The plan is in a status in which this cannot be done. */
export function wrongStatus({ id, status }: PlanRecord, verb: string) {
  return routeros.CONFLICT(
    { plan_id: id, plan_status: status },
    {
      details: `Plan '${id}' cannot be ${verb}: it ${SITUATIONS[status]}`,
      suggestion: NEXT[status] ?? 'Use plan/create to plan the change again',
    },
  );
}

/** The same, for a user who wants to approve it. */
export function planTampered({ id, status }: PlanRecord) {
  return routeros.CONFLICT(
    { plan_id: id, plan_status: status },
    {
      details: `Plan '${id}' is not what was created: its change, its devices, or their address or trust are different now`,
      suggestion: 'Use plan/cancel on it, then plan/create',
    },
  );
}

/** Users do not approve their own plans. */
export function selfApproval({ id }: PlanRecord) {
  return routeros.FORBIDDEN(
    { tool_name: 'plan/approve' },
    {
      details: `Plan '${id}' was created by you: another user has to approve it`,
      nextSteps: [
        `Ask another user with role approver or admin to call plan/approve with plan_id '${id}'`,
      ],
    },
  );
}

/** Throws NOT_FOUND, as for a plan that is not there, where one of its devices is none of the user's. */
export function requireReach(
  user: User,
  { id, outcomes }: { readonly id: string; readonly outcomes: readonly { device_id: string }[] },
  tool: string,
): void {
  const outside = outcomes.find(({ device_id }) => !inReach(user, device_id));
  if (outside !== undefined) throw noSuchPlan(id, forbidScope(outside.device_id, { name: tool }));
}
