import { z } from 'zod';
import { oneLine } from '../../safety/one-line.js';
import { readBack } from '../read-back.js';
import { changeFacts, deviceFacts, deviceId, dryRun, line } from '../schemas.js';
import { defineDeviceTool, SETS } from '../tool.js';
import { writeOnce } from '../write-once.js';

const LOOK = 'system/get-overview';

/** Give a device another name of its own. */
export const setIdentity = defineDeviceTool({
  name: 'system/set-identity',
  title: 'Set identity',
  description:
    'Change the identity (host name) that a device itself shows. Its name in the registry stays; registry/update changes that.',
  tier: 'advanced',
  annotations: SETS,
  input: z.strictObject({
    device_id: deviceId,
    identity: line.min(1).max(64),
    dry_run: dryRun,
  }),
  output: z.strictObject({
    ...deviceFacts,
    ...changeFacts,
    identity_before: z.string(),
    identity: z.string(),
  }),
  run: async ({ identity, dry_run }, { device, router }) => {
    const read = async () => (await router.read('/system/identity'))['name'] ?? '';
    const before = await read();
    const changed = before !== identity;
    if (changed && !dry_run) {
      const args = { name: identity };
      await writeOnce(() => router.run('/system/identity/set', args, { changes: true }), LOOK);
    }
    const made = {
      ...{ device, look: LOOK, before, what: 'identity', expected: `'${identity}'` },
      isMade: (now: string) => now === router.masked(identity),
      show: (now: string) => `'${now}'`,
    };
    const after = dry_run ? identity : changed ? await readBack(read, made) : before;
    const verb = dry_run ? 'would be' : 'is now';
    const text = changed
      ? `${device.id}: the identity ${verb} '${oneLine(after)}', before '${oneLine(before)}'`
      : `${device.id}: the identity is '${oneLine(before)}' already; nothing to change`;
    return {
      text,
      facts: { device_id: device.id, dry_run, changed, identity_before: before, identity: after },
    };
  },
});
