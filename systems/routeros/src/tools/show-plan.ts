import { z } from 'zod';
import { inReach } from '../access/permissions.js';
import type { User } from '../access/user.js';
import { changeKind } from '../plans/kinds/change-kinds.js';
import {
  OUTCOME_STATES,
  PLAN_KINDS,
  PLAN_STATUSES,
  type Plan,
  type PlanStatus,
} from '../plans/plan.js';
import { requireReach } from '../plans/refusals.js';
import { oneLine } from '../safety/addresses.js';

/** Characters of a warning. */
const WARNING = 500;

/** A plan as results show it. */
export const planFacts = {
  plan_id: z.string(),
  kind: z.enum(PLAN_KINDS),
  status: z.enum(PLAN_STATUSES),
  description: z.string(),
  change: z.record(z.string(), z.unknown()),
  created_by: z.string(),
  approved_by: z.string().nullable(),
  created_at: z.string(),
  approved_at: z.string().nullable(),
  expires_at: z.string(),
  finished_at: z.string().nullable(),
  failure: z.string().nullable().describe('Why it did not end well'),
  outcomes: z
    .array(
      z.strictObject({
        device_id: z.string(),
        state: z.enum(OUTCOME_STATES),
        detail: z.string().nullable(),
        warning: z
          .string()
          .nullable()
          .describe(
            'What keeps the change from its full effect on this device; null: nothing known',
          ),
      }),
    )
    .describe('What became of it on each device, in their order'),
};

/** Whether all devices of a plan are the user's: what is planned for the others is none of their business. */
export function isVisible({ outcomes }: Plan, user: User): boolean {
  return outcomes.every(({ device_id }) => inReach(user, device_id));
}

/** Throws NOT_FOUND for a plan that the user may not see, as for one that is not there. */
export function requireVisible({ plan_id: id, outcomes }: Plan, user: User): void {
  requireReach(user, { id, outcomes }, 'plan/get');
}

/** A result about one plan: what there is to know in one line, then what is wanted, then a line per device. */
export function showPlan(plan: Plan, ...first: readonly string[]) {
  const { kind, change, outcomes } = plan;
  const lines = [
    ...first,
    `Change: ${oneLine(changeKind(kind).describe(change), 300)}`,
    ...outcomes.map(
      ({ device_id, state, detail, warning }) =>
        `${device_id}: ${state}${detail === null ? '' : ` (${oneLine(detail, 300)})`}${
          warning === null ? '' : `. Warning: ${oneLine(warning, WARNING)}`
        }`,
    ),
  ];
  return { text: lines.join('\n'), facts: toFacts(plan) };
}

export function toFacts(plan: Plan) {
  return {
    ...plan,
    change: { ...plan.change },
    outcomes: plan.outcomes.map((outcome) => ({ ...outcome })),
  };
}

/** `Plan plan-… (static-route)`. */
export function nameOf({ plan_id, kind }: Plan): string {
  return `Plan ${plan_id} (${kind})`;
}

export function countDevices({ outcomes }: Plan): string {
  return outcomes.length === 1 ? '1 device' : `${outcomes.length} devices`;
}

/** ` Warning: on dev-1 it never matches: ….`, empty where there is none. */
export function describeWarning(plan: Plan): string {
  const warning = firstWarning(plan);
  return warning === undefined ? '' : ` Warning: ${warning}.`;
}

/** `on dev-1 it never matches: …`. */
export function firstWarning({ outcomes }: Plan): string | undefined {
  const warned = outcomes.filter(({ warning }) => warning !== null);
  const [first] = warned;
  if (first === undefined) return undefined;
  const more = warned.length === 1 ? '' : ` (and a warning for ${warned.length - 1} more)`;
  return `on ${first.device_id} ${oneLine(first.warning ?? '', WARNING)}${more}`;
}

/** What a plan in each status is waiting for. */
const NEXT: Readonly<Record<PlanStatus, (plan: Plan) => string>> = {
  draft: ({ expires_at }) => `expires at ${expires_at}. Next: plan/approve`,
  approved: ({ expires_at }) =>
    `expires at ${expires_at}. Next: plan/apply with the approval token`,
  executing: () => 'is being executed right now',
  completed: ({ finished_at }) => `finished at ${finished_at}; plan/rollback takes it back`,
  failed: ({ finished_at }) =>
    `finished at ${finished_at}. Next: plan/rollback takes back what is left`,
  rolled_back: ({ finished_at }) => `finished at ${finished_at}; nothing of it is left`,
  cancelled: ({ finished_at }) => `was called off at ${finished_at}`,
  expired: ({ expires_at }) => `expired at ${expires_at}; plan/create makes a new one`,
};

/** A plan in one line. */
export function statusLine(plan: Plan): string {
  const { status, description } = plan;
  return `${nameOf(plan)} for ${countDevices(plan)} is ${status}, ${NEXT[status](plan)}: ${oneLine(description)}`;
}
