import { z } from 'zod';
import { changeKind, MOST_DEVICES, PLAN_KINDS } from '../../plans/index.js';
import { deviceId, text } from '../schemas.js';
import { ADDS, defineServiceTool } from '../tool.js';
import {
  countDevices,
  describePlan,
  describeWarning,
  nameOf,
  planFacts,
  toFacts,
} from './plan-facts.js';

/** The three shapes for whoever reads the schema. Which of them counts is decided by `kind`, so that a mistake is told by its member. */
const SHAPES = PLAN_KINDS.map((kind) => {
  const { $schema: _, ...schema } = z.toJSONSchema(changeKind(kind).schema, { io: 'input' });
  return { title: kind, ...schema };
});

/** Draft a plan. */
export const createPlan = defineServiceTool({
  name: 'plan/create',
  title: 'Create a plan',
  description:
    'Plan a change that somebody has to approve before it is made: a static route, a firewall rule, or DNS and NTP servers on many devices. ' +
    'Every device is checked now and again before it is changed; nothing is changed yet. ' +
    'Next: plan/approve, then plan/apply. For one device and a small change use dns/update-servers or ntp/update-servers.',
  tier: 'professional',
  roles: ['admin'],
  annotations: ADDS,
  input: z.strictObject({
    kind: z.enum(PLAN_KINDS),
    description: text.min(1).max(500).describe('What the change is for, for whoever approves it'),
    device_ids: z
      .array(deviceId)
      .min(1)
      .max(MOST_DEVICES)
      .describe('In the order in which they are changed'),
    change: z
      .record(z.string(), z.unknown())
      .meta({ anyOf: SHAPES })
      .describe(
        'What is wanted; its members are those of the alternative with the kind as its title',
      ),
  }),
  output: z.strictObject(planFacts),
  run: async ({ kind, description, device_ids: deviceIds, change }, context) => {
    const plan = await context.plans.create({ kind, description, deviceIds, change }, context);
    return {
      text: describePlan(
        plan,
        `${nameOf(plan)} drafted for ${countDevices(plan)}; it expires at ${plan.expires_at}.${describeWarning(plan)} Next: have it approved with plan/approve.`,
      ),
      facts: toFacts(plan),
    };
  },
});
