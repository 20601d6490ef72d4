import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Plan } from '../../plans/plan.js';
import { oneLine } from '../../safety/one-line.js';
import { deviceFacts, deviceId } from '../schemas.js';
import { defineServiceTool, REMOVES, type ToolContext } from '../tool.js';
import { findInReach } from './find-in-reach.js';

const MOST_PLANS = 10_000;

/** Forget a device and its credentials. */
export const removeDevice = defineServiceTool({
  name: 'registry/remove',
  title: 'Remove device',
  description:
    'Forget a device and its credentials; nothing changes on the device. Refused while it is part of a plan that is approved or executing.',
  tier: 'professional',
  roles: ['admin'],
  annotations: REMOVES,
  input: z.strictObject({ device_id: deviceId }),
  output: z.strictObject({ ...deviceFacts, name: z.string(), removed: z.boolean() }),
  run: async ({ device_id }, context) => {
    const { name } = await findInReach(context, device_id, 'registry/remove');
    await requireNoPlan(device_id, context);
    await context.registry.remove(device_id);
    await context.fleet.forget(device_id);
    return {
      text: `Removed ${device_id} (${oneLine(name)}) and its credentials from the registry`,
      facts: { device_id, name, removed: true },
    };
  },
});

async function requireNoPlan(device_id: string, { plans }: ToolContext): Promise<void> {
  for (const status of ['approved', 'executing'] as const) {
    const plan = (await plans.list({ status, limit: MOST_PLANS })).find(involves(device_id));
    if (plan === undefined) continue;
    throw routeros.CONFLICT(
      { device_id, plan_id: plan.plan_id, plan_status: status },
      {
        details: `Device '${device_id}' is part of ${plan.plan_id}, which is ${status}`,
        suggestion:
          status === 'approved'
            ? 'Apply the plan or cancel it with plan/cancel first.'
            : 'Wait until the plan is finished; plan/get tells.',
      },
    );
  }
}

function involves(deviceId: string) {
  return ({ outcomes }: Plan) => outcomes.some(({ device_id }) => device_id === deviceId);
}
