import { z } from 'zod';
import { defineServiceTool, SETS } from '../tool.js';
import {
  countDevices,
  describePlan,
  describeWarning,
  nameOf,
  planFacts,
  planId,
  toFacts,
} from './plan-facts.js';

/** Approve a plan. */
export const approvePlan = defineServiceTool({
  name: 'plan/approve',
  title: 'Approve a plan',
  description:
    'Approve a plan of somebody else, and get the approval token that plan/apply needs. Look at it with plan/get first. The token is for the plan as it stands, until it expires.',
  tier: 'professional',
  roles: ['approver', 'admin'],
  annotations: SETS,
  input: z.strictObject({ plan_id: planId }),
  output: z.strictObject({ ...planFacts, approval_token: z.string() }),
  run: async ({ plan_id }, context) => {
    const { plan, approval_token } = await context.plans.approve(plan_id, context);
    const { status, approved_by, expires_at } = plan;
    return {
      // Not in the first line, which is kept in the audit log.
      text: describePlan(
        plan,
        `${nameOf(plan)} for ${countDevices(plan)} is approved by ${approved_by} until ${expires_at}.${describeWarning(plan)} Next: plan/apply with the approval token.`,
        `approval_token: ${approval_token}`,
      ),
      facts: { ...toFacts(plan), approval_token },
      meta: { plan_id, status, approved_by, expires_at },
    };
  },
});
