import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import { deviceId } from '../schemas.js';
import { defineServiceTool, SETS } from '../tool.js';
import { describeDevice, registeredFacts, toRegisteredFacts } from './device-facts.js';
import { findInReach } from './find-in-reach.js';
import { toChanges } from './record-changes.js';
import { managementAddress, name, recordSettings } from './record-input.js';

/** Change what is registered for a device. */
export const updateDevice = defineServiceTool({
  name: 'registry/update',
  title: 'Update device',
  description:
    'Change what is registered for a device: name, address, environment, tags, write flags, limits, trust. What is not given stays. ' +
    'Credentials are changed by registry/rotate-credentials.',
  tier: 'professional',
  roles: ['admin'],
  annotations: SETS,
  input: z.strictObject({
    device_id: deviceId,
    name: name.optional(),
    management_address: managementAddress.optional(),
    ...recordSettings,
  }),
  output: z.strictObject({ ...registeredFacts.shape, changed: z.array(z.string()) }),
  run: async ({ device_id, ...given }, context) => {
    const current = await findInReach(context, device_id, 'registry/update');
    const changes = toChanges(given, current);
    if (Object.keys(changes).length === 0) throw nothingGiven();
    const device = await context.registry.update(device_id, changes);
    await context.fleet.forget(device_id);
    const facts = toRegisteredFacts(device);
    const changed = Object.keys(changes).filter(
      (member) =>
        !isSame(current[member as keyof typeof current], device[member as keyof typeof device]),
    );
    const what = changed.length === 0 ? 'nothing was different' : `changed ${changed.join(', ')}`;
    return { text: `${describeDevice(facts)}: ${what}`, facts: { ...facts, changed } };
  },
});

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function nothingGiven() {
  return routeros.VALIDATION_ERROR(
    { expected: 'At least one member beside device_id, such as allow_advanced_writes' },
    { details: 'There is nothing to change: only device_id was given' },
  );
}
