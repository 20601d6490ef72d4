import { z } from 'zod';
import { oneLine } from '../../safety/one-line.js';
import { deviceFacts, deviceId } from '../schemas.js';
import { defineServiceTool, SETS } from '../tool.js';
import { findInReach } from './find-in-reach.js';
import { nextStep } from './next-step.js';
import { password, username } from './record-input.js';

/** Sign in to a device with other credentials from now on. */
export const rotateCredentials = defineServiceTool({
  name: 'registry/rotate-credentials',
  title: 'Rotate credentials',
  description:
    'Store other credentials for a device; its user on the device itself is not changed. Use it after DEVICE_AUTH_FAILED, then registry/check-connectivity.',
  tier: 'professional',
  roles: ['admin'],
  annotations: SETS,
  input: z.strictObject({
    device_id: deviceId,
    username: username.optional().describe('The one that is stored already if missing'),
    password,
  }),
  output: z.strictObject({ ...deviceFacts, username: z.string() }),
  run: async ({ device_id, username: given, password: secret }, context) => {
    const { registry, fleet } = context;
    const device = await findInReach(context, device_id, 'registry/rotate-credentials');
    const name = given ?? (await registry.username(device_id));
    await registry.rotate(device_id, { username: name, password: secret });
    await fleet.forget(device_id);
    return {
      text:
        `${device_id}: the service now signs in as '${oneLine(name)}' with the new password\n` +
        nextStep(device, context),
      facts: { device_id, username: name },
    };
  },
});
