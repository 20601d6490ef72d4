import { z } from 'zod';
import { defineServiceTool, SETS } from '../tool.js';
import { countDevices, describePlan, nameOf, planFacts, planId, toFacts } from './plan-facts.js';

/** Call a plan off. */
export const cancelPlan = defineServiceTool({
  name: 'plan/cancel',
  title: 'Cancel a plan',
  description:
    'Call off a plan that is not applied yet; its approval is void. One that was applied is taken back with plan/rollback.',
  tier: 'professional',
  roles: ['admin'],
  annotations: SETS,
  input: z.strictObject({ plan_id: planId }),
  output: z.strictObject(planFacts),
  run: async ({ plan_id }, context) => {
    const plan = await context.plans.cancel(plan_id, context);
    return {
      text: describePlan(
        plan,
        `${nameOf(plan)} for ${countDevices(plan)} is cancelled; nothing was changed.`,
      ),
      facts: toFacts(plan),
    };
  },
});
