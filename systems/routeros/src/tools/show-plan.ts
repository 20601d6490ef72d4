import { inReach } from '../access/permissions.js';
import type { User } from '../access/user.js';
import { changeKind } from '../plans/kinds/change-kinds.js';
import type { ChangePlan, PlanStatus } from '../plans/plan.js';
import { requireReach } from '../plans/refusals.js';
import { oneLine } from '../safety/addresses.js';

/** Characters of a warning. */
const WARNING = 500;

/** Whether all devices of a plan are the user's: what is planned for the others is none of their business. */
export function isVisible({ outcomes }: ChangePlan, user: User): boolean {
  return outcomes.every(({ device_id }) => inReach(user, device_id));
}

/** Throws NOT_FOUND for a plan that the user may not see, as for one that is not there. */
export function requireVisible({ plan_id: id, outcomes }: ChangePlan, user: User): void {
  requireReach(user, { id, outcomes }, 'plan/get');
}

/** A result about one plan: the given lines, then the change, then a line per device. */
export function showPlan(plan: ChangePlan, ...first: readonly string[]) {
  const { kind, change, outcomes } = plan;
  const lines = outcomes.map(({ device_id, state, detail, warning }) => {
    const why = detail === null ? '' : ` (${oneLine(detail, 300)})`;
    const warned = warning === null ? '' : `. Warning: ${oneLine(warning, WARNING)}`;
    return `${device_id}: ${state}${why}${warned}`;
  });
  const wanted = `Change: ${oneLine(changeKind(kind).describe(change), 300)}`;
  return { text: [...first, wanted, ...lines].join('\n'), facts: plan };
}

/** `Plan plan-… (static-route)`. */
export function nameOf({ plan_id, kind }: ChangePlan): string {
  return `Plan ${plan_id} (${kind})`;
}

export function countDevices({ outcomes }: ChangePlan): string {
  return outcomes.length === 1 ? '1 device' : `${outcomes.length} devices`;
}

/** ` Warning: on dev-1 it never matches: ….`, empty if there is none. */
export function describeWarning(plan: ChangePlan): string {
  const warning = firstWarning(plan);
  return warning === undefined ? '' : ` Warning: ${warning}.`;
}

/** `on dev-1 it never matches: …`. */
export function firstWarning({ outcomes }: ChangePlan): string | undefined {
  const warned = outcomes.filter(({ warning }) => warning !== null);
  const [first] = warned;
  if (first === undefined) return undefined;
  const more = warned.length === 1 ? '' : ` (and a warning for ${warned.length - 1} more)`;
  return `on ${first.device_id} ${oneLine(first.warning ?? '', WARNING)}${more}`;
}

/** What a plan in each status is waiting for. */
const NEXT: Readonly<Record<PlanStatus, (plan: ChangePlan) => string>> = {
  draft: ({ expires_at }) => `expires at ${expires_at}. Next: plan/approve`,
  approved: ({ expires_at }) =>
    `expires at ${expires_at}. Next: plan/apply with the approval token`,
  executing: () => 'is being executed right now',
  completed: ({ finished_at }) => `finished at ${finished_at}; plan/rollback rolls it back`,
  failed: ({ finished_at }) =>
    `finished at ${finished_at}. Next: plan/rollback rolls back what is left`,
  rolled_back: ({ finished_at }) => `finished at ${finished_at}; nothing of it is left`,
  cancelled: ({ finished_at }) => `was called off at ${finished_at}`,
  expired: ({ expires_at }) => `expired at ${expires_at}; plan/create makes a new one`,
};

/** A plan in one line. */
export function statusLine(plan: ChangePlan): string {
  const { status, description } = plan;
  return `${nameOf(plan)} for ${countDevices(plan)} is ${status}, ${NEXT[status](plan)}: ${oneLine(description)}`;
}
