import { z } from 'zod';
import { ROLES } from '../../access/index.js';
import { defineServiceTool, READS } from '../tool.js';
import { describePlan, planFacts, planId, toFacts } from './plan-facts.js';
import { requireVisible } from './require-visible.js';
import { statusLine } from './status-line.js';

/** Show one plan. */
export const getPlan = defineServiceTool({
  name: 'plan/get',
  title: 'Get a plan',
  description:
    'Show one plan: what it changes, its status, and what became of it on each device. Use it before approving, and after something failed. plan/list shows the ids.',
  tier: 'fundamental',
  roles: ROLES,
  annotations: READS,
  input: z.strictObject({ plan_id: planId }),
  output: z.strictObject(planFacts),
  run: async ({ plan_id }, { plans, user }) => {
    const plan = await plans.get(plan_id);
    requireVisible(plan, user);
    return { text: describePlan(plan, statusLine(plan)), facts: toFacts(plan) };
  },
});
