import { z } from 'zod';
import {
  changeKind,
  OUTCOME_STATES,
  PLAN_KINDS,
  PLAN_STATUSES,
  type Plan,
} from '../../plans/index.js';
import { oneLine } from '../../safety/index.js';

/** Names a plan. */
export const planId = z
  .string()
  .regex(/^plan-[a-z0-9]{1,32}$/, 'Plan ID as plan/create and plan/list show it')
  .describe('Plan ID; plan/list shows them');

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

/** The facts of a result that is about one plan. */
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

const WARNING = 500;

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

/** What there is to know in one line, then what is wanted, then a line per device. */
export function describePlan(plan: Plan, ...first: readonly string[]): string {
  const { kind, change, outcomes } = plan;
  return [
    ...first,
    `Change: ${oneLine(changeKind(kind).describe(change), 300)}`,
    ...outcomes.map(
      ({ device_id, state, detail, warning }) =>
        `${device_id}: ${state}${detail === null ? '' : ` (${oneLine(detail, 300)})`}${
          warning === null ? '' : `. Warning: ${oneLine(warning, WARNING)}`
        }`,
    ),
  ].join('\n');
}
