import { z } from 'zod';
import { defineServiceTool, SETS } from '../tool.js';
import { countDevices, describePlan, nameOf, planFacts, planId, toFacts } from './plan-facts.js';

/** Take back what a plan did. */
export const rollbackPlan = defineServiceTool({
  name: 'plan/rollback',
  title: 'Roll back a plan',
  description:
    'Put the devices of a completed or failed plan back into the state before it. Safe to repeat: a device that is in that state already is left alone.',
  tier: 'professional',
  roles: ['admin'],
  annotations: SETS,
  input: z.strictObject({ plan_id: planId }),
  output: z.strictObject(planFacts),
  run: async ({ plan_id }, context) => {
    const { status: before } = await context.plans.get(plan_id);
    const plan = await context.plans.rollback(plan_id, context);
    return {
      text: describePlan(
        plan,
        before === 'rolled_back'
          ? `${nameOf(plan)} is taken back already; nothing to do.`
          : `${nameOf(plan)} is taken back; nothing of it is left on its ${countDevices(plan)}.`,
      ),
      facts: toFacts(plan),
    };
  },
});
