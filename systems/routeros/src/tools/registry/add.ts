import { z } from 'zod';
import { inReach } from '../../access/index.js';
import { DEVICE_ID } from '../../registry/device.js';
import { ADDS, defineServiceTool } from '../tool.js';
import { deriveId } from './derive-id.js';
import { describeDevice, registeredFacts, toRegisteredFacts } from './device-facts.js';
import { requireReach } from './find-in-reach.js';
import { nextStep } from './next-step.js';
import { toChanges } from './record-changes.js';
import { managementAddress, name, password, recordSettings, username } from './record-input.js';

const NEW_ID = 'Lower-case letters, digits and hyphens (e.g., dev-lab-01), at most 64';

/** Register a device. */
export const addDevice = defineServiceTool({
  name: 'registry/add',
  title: 'Add device',
  description:
    'Register a device and how to sign in to it. All write flags are off unless given. The device is not contacted: ' +
    'use registry/check-connectivity afterwards, which also shows the certificate to pin.',
  tier: 'professional',
  roles: ['admin'],
  annotations: ADDS,
  input: z.strictObject({
    device_id: z
      .string()
      .regex(DEVICE_ID, NEW_ID)
      .optional()
      .describe('Made of the name if missing'),
    name,
    management_address: managementAddress,
    username,
    password,
    ...recordSettings,
  }),
  output: registeredFacts,
  run: async ({ device_id, username, password, ...given }, context) => {
    const id = device_id ?? deriveId(given.name);
    requireReach(context, id, 'registry/add');
    const record = { ...toChanges(given), id, name: given.name };
    const { management_address = given.management_address } = record;
    const device = await context.registry.add(
      { ...record, management_address },
      { username, password },
      (other) => inReach(context.user, other),
    );
    const facts = toRegisteredFacts(device);
    return { text: `Added ${describeDevice(facts)}\n${nextStep(device, context)}`, facts };
  },
});
