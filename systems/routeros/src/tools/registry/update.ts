import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import { forbidEnvironment, inReach } from '../../access/index.js';
import type { Credentials, Device, Environment } from '../../registry/device.js';
import type { DeviceChanges } from '../../registry/registry.js';
import { deviceId } from '../schemas.js';
import { defineServiceTool, SETS } from '../tool.js';
import { describeDevice, registeredFacts, toRegisteredFacts } from './device-facts.js';
import { findInReach } from './find-in-reach.js';
import { elsewhere } from './next-step.js';
import { toChanges } from './record-changes.js';
import { managementAddress, name, password, recordSettings, username } from './record-input.js';
import { missingPassword, requirePassword } from './require-password.js';

/** Change what is registered for a device. */
export const updateDevice = defineServiceTool({
  name: 'registry/update',
  title: 'Update device',
  description:
    'Change what is registered for a device: name, address, environment, tags, write flags, limits, trust. What is not given stays. ' +
    'Another address, or trust that is not tighter than before, needs the password in the same call: the stored one is not sent elsewhere. ' +
    'To change credentials alone use registry/rotate-credentials.',
  tier: 'professional',
  roles: ['admin'],
  annotations: SETS,
  input: z.strictObject({
    device_id: deviceId,
    name: name.optional(),
    management_address: managementAddress.optional(),
    username: username
      .optional()
      .describe('With password; the one that is stored already if missing'),
    password: password.optional(),
    ...recordSettings,
  }),
  output: z.strictObject({ ...registeredFacts.shape, changed: z.array(z.string()) }),
  run: async ({ device_id, username: name, password: secret, ...given }, context) => {
    const { registry, fleet, settings, user } = context;
    const current = await findInReach(context, device_id, 'registry/update');
    const changes = toChanges(given, current);
    requireOwnEnvironment(current, changes, settings.environment);
    const credentials = await readCredentials(name, secret, () => registry.username(device_id));
    if (credentials === undefined) {
      if (Object.keys(changes).length === 0) throw nothingGiven();
      requirePassword(current, { ...current, ...changes });
    }
    const sees = (other: string) => inReach(user, other);
    const device = await registry.update(device_id, changes, credentials, sees);
    await fleet.forget(device_id);
    const facts = toRegisteredFacts(device);
    const different = Object.keys(changes).filter(
      (member) =>
        !isSame(current[member as keyof typeof current], device[member as keyof typeof device]),
    );
    const changed = credentials === undefined ? different : [...different, 'credentials'];
    const what = changed.length === 0 ? 'nothing was different' : `changed ${changed.join(', ')}`;
    return {
      text: [`${describeDevice(facts)}: ${what}`, ...elsewhere(device, context)].join('\n'),
      facts: { ...facts, changed },
    };
  },
});

/** Nobody lifts a device out of the environment that keeps this service away from it. */
function requireOwnEnvironment(
  current: Device,
  { environment = current.environment }: DeviceChanges,
  own: Environment,
): void {
  if (environment === current.environment || current.environment === own) return;
  throw forbidEnvironment(current, own);
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Undefined where none were given. */
async function readCredentials(
  name: string | undefined,
  secret: string | undefined,
  stored: () => Promise<string>,
): Promise<Credentials | undefined> {
  if (secret !== undefined) return { username: name ?? (await stored()), password: secret };
  if (name !== undefined) throw missingPassword('with another username');
  return undefined;
}

function nothingGiven() {
  return routeros.VALIDATION_ERROR(
    { expected: 'At least one member beside device_id, such as allow_advanced_writes' },
    { details: 'There is nothing to change: only device_id was given' },
  );
}
