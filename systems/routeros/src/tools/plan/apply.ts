import { z } from 'zod';
import { defineServiceTool, SETS } from '../tool.js';
import {
  countDevices,
  describePlan,
  firstWarning,
  nameOf,
  planFacts,
  planId,
  toFacts,
} from './plan-facts.js';

/** Apply an approved plan. */
export const applyPlan = defineServiceTool({
  name: 'plan/apply',
  title: 'Apply a plan',
  description:
    'Make the change of an approved plan, on one device after the other. If a device fails, it is taken back on all of them. Needs the approval_token of plan/approve.',
  tier: 'professional',
  roles: ['admin'],
  annotations: SETS,
  input: z.strictObject({
    plan_id: planId,
    approval_token: z.string().max(200).optional().describe('As plan/approve returned it'),
  }),
  output: z.strictObject(planFacts),
  run: async ({ plan_id, approval_token }, context) => {
    const plan = await context.plans.apply(plan_id, approval_token, context);
    const warning = firstWarning(plan);
    const done =
      warning === undefined
        ? `is applied and verified on ${countDevices(plan)}`
        : `is in place on ${countDevices(plan)}, but ${warning}`;
    return {
      text: describePlan(plan, `${nameOf(plan)} ${done}. plan/rollback takes it back.`),
      facts: toFacts(plan),
    };
  },
});
