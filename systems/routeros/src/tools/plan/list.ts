import { z } from 'zod';
import { ROLES } from '../../access/index.js';
import { PLAN_STATUSES } from '../../plans/index.js';
import { limit } from '../schemas.js';
import { defineServiceTool, READS } from '../tool.js';
import { planFacts, toFacts } from './plan-facts.js';
import { isVisible } from './require-visible.js';
import { statusLine } from './status-line.js';

const MOST = 100;
// Of a user who does not see all plans: how many are looked through.
const LOOKED_AT = 1000;

/** Show the plans, newest first. */
export const listPlans = defineServiceTool({
  name: 'plan/list',
  title: 'List plans',
  description:
    'List plans, newest first, also those that are finished or expired. status=draft shows what waits for approval. plan/get shows one in full.',
  tier: 'fundamental',
  roles: ROLES,
  annotations: READS,
  input: z.strictObject({
    status: z.enum(PLAN_STATUSES).optional(),
    limit: limit(MOST, 20),
  }),
  output: z.strictObject({
    plans: z.array(z.strictObject(planFacts)),
    more: z.boolean().describe('Whether there are older ones'),
  }),
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
    return {
      text: [first, ...shown.map(statusLine)].join('\n'),
      facts: { plans: shown.map(toFacts), more },
    };
  },
});
