import { z } from 'zod';
import { ROLES } from '../access/user.js';
import { changeKind } from '../plans/kinds/change-kinds.js';
import { PLAN_KINDS, PLAN_STATUSES, planFacts } from '../plans/plan.js';
import { MOST_DEVICES } from '../plans/read-new-plan.js';
import { deviceId, limit, text } from './schemas.js';
import {
  countDevices,
  describeWarning,
  firstWarning,
  isVisible,
  nameOf,
  requireVisible,
  showPlan,
  statusLine,
} from './show-plan.js';
import { ADDS, defineServiceTool, SETS, type RouterosTool } from './tool.js';

/** Names a plan. */
const planId = z
  .string()
  .regex(/^plan-[a-z0-9]{1,32}$/, 'Plan ID as plan/create and plan/list show it')
  .describe('Plan ID; plan/list shows them');

const CHANGES_PLAN = { tier: 'professional', roles: ['admin'], annotations: SETS } as const;
const ONE_PLAN = { input: { plan_id: planId }, output: planFacts };

/** The three shapes, for readers of the schema. `kind` decides which of them is checked, so that an error names its member. */
const SHAPES = PLAN_KINDS.map((kind) => {
  const { $schema: _, ...schema } = z.toJSONSchema(changeKind(kind).schema, { io: 'input' });
  return { title: kind, ...schema };
});

/** Draft a plan. */
const createPlan = defineServiceTool({
  name: 'plan/create',
  title: 'Create a plan',
  description:
    'Plan a change that needs approval before it is made: a static route, a firewall rule, or DNS and NTP servers on many devices. ' +
    'The service checks every device now, and again before it changes it. Nothing is changed yet. ' +
    'Next: plan/approve, then plan/apply. For one device and a small change use dns/update-servers or ntp/update-servers.',
  ...CHANGES_PLAN,
  annotations: ADDS,
  input: {
    kind: z.enum(PLAN_KINDS),
    description: text.min(1).max(500).describe('What the change is for; the approver reads it'),
    device_ids: z.array(deviceId).min(1).max(MOST_DEVICES).describe('In the order of the change'),
    change: z
      .record(z.string(), z.unknown())
      .meta({ anyOf: SHAPES })
      .describe(
        'What is wanted; its members are those of the alternative with the kind as its title',
      ),
  },
  output: planFacts,
  run: async ({ kind, description, device_ids: deviceIds, change }, context) => {
    const plan = await context.plans.create({ kind, description, deviceIds, change }, context);
    return showPlan(
      plan,
      `${nameOf(plan)} drafted for ${countDevices(plan)}; it expires at ${plan.expires_at}.${describeWarning(plan)} Next: have it approved with plan/approve.`,
    );
  },
});

/** Show one plan. */
const getPlan = defineServiceTool({
  name: 'plan/get',
  title: 'Get a plan',
  description:
    'Show one plan: what it changes, its status, and its outcome on each device. Use it before you approve, and after a failure. plan/list shows the ids.',
  roles: ROLES,
  ...ONE_PLAN,
  run: async ({ plan_id }, { plans, user }) => {
    const plan = await plans.get(plan_id);
    requireVisible(plan, user);
    return showPlan(plan, statusLine(plan));
  },
});

const MOST = 100;
// Of a user who does not see all plans: how many are looked through.
const LOOKED_AT = 1000;

/** Show the plans, newest first. */
const listPlans = defineServiceTool({
  name: 'plan/list',
  title: 'List plans',
  description:
    'List plans, newest first, including finished and expired ones. status=draft lists the plans that wait for approval. plan/get shows one plan in full.',
  roles: ROLES,
  input: { status: z.enum(PLAN_STATUSES).optional(), limit: limit(MOST, 20) },
  output: {
    plans: z.array(z.strictObject(planFacts)),
    more: z.boolean().describe('Whether there are older ones'),
  },
  run: async ({ status, limit: most }, { plans, user }) => {
    const filter = {
      limit: user.devices === 'all' ? most + 1 : LOOKED_AT,
      ...(status !== undefined && { status }),
    };
    const found = (await plans.list(filter)).filter((plan) => isVisible(plan, user));
    const shown = found.slice(0, most);
    const more = found.length > shown.length;
    const noun = shown.length === 1 ? 'plan' : 'plans';
    const what = status === undefined ? noun : `${noun} with status ${status}`;
    const first =
      shown.length === 0
        ? `No ${what}. plan/create makes one.`
        : `${shown.length} ${what}, newest first${more ? '; there are older ones, ask for them with a higher limit' : ''}.`;
    const text = [first, ...shown.map(statusLine)].join('\n');
    return { text, facts: { plans: shown, more } };
  },
});

/** Approve a plan. */
const approvePlan = defineServiceTool({
  name: 'plan/approve',
  title: 'Approve a plan',
  description:
    'Approve a plan of another user, and get the approval token that plan/apply needs. Read the plan with plan/get first. The token is valid for this version of the plan until it expires.',
  ...CHANGES_PLAN,
  roles: ['approver', 'admin'],
  input: ONE_PLAN.input,
  output: { ...planFacts, approval_token: z.string() },
  run: async ({ plan_id }, context) => {
    const { plan, approval_token } = await context.plans.approve(plan_id, context);
    const { status, approved_by, expires_at } = plan;
    const { text, facts } = showPlan(
      plan,
      `${nameOf(plan)} for ${countDevices(plan)} is approved by ${approved_by} until ${expires_at}.${describeWarning(plan)} Next: plan/apply with the approval token.`,
      // Not in the first line, which is kept in the audit log.
      `approval_token: ${approval_token}`,
    );
    const meta = { plan_id, status, approved_by, expires_at };
    return { text, facts: { ...facts, approval_token }, meta };
  },
});

/** Apply an approved plan. */
const applyPlan = defineServiceTool({
  name: 'plan/apply',
  title: 'Apply a plan',
  description:
    'Make the change of an approved plan, on one device after the other. If one device fails, all devices are rolled back. Needs the approval_token of plan/approve.',
  ...CHANGES_PLAN,
  input: {
    plan_id: planId,
    approval_token: z.string().max(200).optional().describe('As plan/approve returned it'),
  },
  output: planFacts,
  run: async ({ plan_id, approval_token }, context) => {
    const plan = await context.plans.apply(plan_id, approval_token, context);
    const warning = firstWarning(plan);
    const done =
      warning === undefined
        ? `is applied and verified on ${countDevices(plan)}`
        : `is in place on ${countDevices(plan)}, but ${warning}`;
    return showPlan(plan, `${nameOf(plan)} ${done}. plan/rollback rolls it back.`);
  },
});

/** Call a plan off. */
const cancelPlan = defineServiceTool({
  name: 'plan/cancel',
  title: 'Cancel a plan',
  description:
    'Cancel a plan that is not applied yet; its approval becomes void. Use plan/rollback for a plan that was applied.',
  ...CHANGES_PLAN,
  ...ONE_PLAN,
  run: async ({ plan_id }, context) => {
    const plan = await context.plans.cancel(plan_id, context);
    return showPlan(
      plan,
      `${nameOf(plan)} for ${countDevices(plan)} is cancelled; nothing was changed.`,
    );
  },
});

/** Roll back what a plan did. */
const rollbackPlan = defineServiceTool({
  name: 'plan/rollback',
  title: 'Roll back a plan',
  description:
    'Restore the devices of a completed or failed plan to their state before the plan. Safe to repeat: a restored device is not changed again.',
  ...CHANGES_PLAN,
  ...ONE_PLAN,
  run: async ({ plan_id }, context) => {
    const { status: before } = await context.plans.get(plan_id);
    const plan = await context.plans.rollback(plan_id, context);
    return showPlan(
      plan,
      before === 'rolled_back'
        ? `${nameOf(plan)} is rolled back already; nothing to do.`
        : `${nameOf(plan)} is rolled back; nothing of it is left on its ${countDevices(plan)}.`,
    );
  },
});

/** Changes that need approval before they are made. */
export const planTools: readonly RouterosTool[] = [
  createPlan,
  getPlan,
  listPlans,
  approvePlan,
  applyPlan,
  cancelPlan,
  rollbackPlan,
];
