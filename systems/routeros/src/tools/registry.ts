import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import { forbidEnvironment, inReach } from '../access/permissions.js';
import type { ChangePlan } from '../plans/plan.js';
import {
  CAPABILITY_FLAGS,
  DEVICE_ID,
  ENVIRONMENTS,
  type CapabilityFlag,
  type Credentials,
  type Device,
  type Environment,
} from '../registry/device.js';
import type { DeviceChanges } from '../registry/create-registry.js';
import { oneLine } from '../safety/addresses.js';
import { checkConnectivity } from './check-connectivity.js';
import { describeListing } from './fields.js';
import {
  deriveId,
  describeDevice,
  elsewhere,
  findInReach,
  managementAddress,
  missingPassword,
  name,
  nextStep,
  password,
  recordSettings,
  registeredFacts,
  requirePassword,
  requireReach,
  toChanges,
  toRegisteredFacts,
  username,
} from './registered-device.js';
import { deviceFacts, deviceId, limit, line, listed } from './schemas.js';
import {
  ADDS,
  defineServiceTool,
  REMOVES,
  SETS,
  type RouterosTool,
  type ToolContext,
} from './tool.js';

const FOR_ADMINS = { tier: 'professional', roles: ['admin'], annotations: SETS } as const;

const FILTERS = CAPABILITY_FLAGS.map((flag) => `${flag}=true` as const);

/** The devices in the user's reach. */
export const listDevices = defineServiceTool({
  name: 'registry/list',
  title: 'List devices',
  description:
    'List the registered devices with their ids, environments and flags. Start here: other tools take a device_id from this list. ' +
    'filter=allow_advanced_writes=true lists the devices that you may change.',
  input: {
    environment: z.enum(ENVIRONMENTS).optional(),
    tag: line.min(1).max(100).optional(),
    filter: z.enum(FILTERS).optional().describe('Only devices with this flag on'),
    limit: limit(10_000, 100),
  },
  output: {
    ...listed(z.strictObject(registeredFacts)),
    service_environment: z.enum(ENVIRONMENTS).describe('The environment of this service'),
  },
  run: async ({ environment, tag, filter, ...args }, { registry, settings, user }) => {
    const flag = filter?.replace(/=true$/, '') as CapabilityFlag | undefined;
    const found = await registry.list({
      ...(environment !== undefined && { environment }),
      ...(tag !== undefined && { tag }),
      ...(flag !== undefined && { flag }),
    });
    const devices = found.filter(({ id }) => inReach(user, id));
    const items = devices.slice(0, args.limit).map(toRegisteredFacts);
    const total = devices.length;
    const filtered = environment ?? tag ?? filter;
    const first = `${total} ${total === 1 ? 'device' : 'devices'}${filtered === undefined ? '' : ' that match'}; this service works on ${settings.environment} devices`;
    const more = 'ask with a higher limit, or narrow it by environment, tag or filter';
    return {
      text: describeListing({ first, items, line: describeDevice, total, more }),
      facts: { total, items, service_environment: settings.environment },
    };
  },
});

/** One device of the registry. */
export const getDevice = defineServiceTool({
  name: 'registry/get',
  title: 'Get device',
  description:
    'Show the registry entry of one device: address, environment, flags, limits, TLS settings. It does not contact the device; registry/check-connectivity does.',
  input: { device_id: deviceId },
  output: registeredFacts,
  run: async (args, context) => {
    const facts = toRegisteredFacts(await findInReach(context, args.device_id, 'registry/get'));
    return { text: describeDevice(facts), facts };
  },
});

const NEW_ID = 'Lower-case letters, digits and hyphens (e.g., dev-lab-01), at most 64';

/** Register a device. */
export const addDevice = defineServiceTool({
  name: 'registry/add',
  title: 'Add device',
  description:
    'Register a device and its credentials. Write flags are off by default. It does not contact the device: ' +
    'call registry/check-connectivity afterwards, which also shows the certificate to pin.',
  ...FOR_ADMINS,
  annotations: ADDS,
  input: {
    device_id: z
      .string()
      .regex(DEVICE_ID, NEW_ID)
      .optional()
      .describe('Default: made from the name'),
    name,
    management_address: managementAddress,
    username,
    password,
    ...recordSettings,
  },
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

/** Change what is registered for a device. */
export const updateDevice = defineServiceTool({
  name: 'registry/update',
  title: 'Update device',
  description:
    'Change the registry entry of a device: name, address, environment, tags, write flags, limits, TLS settings. Omitted fields stay. ' +
    'A new address or weaker TLS settings need the password in the same call: the stored one is not sent to a new place. ' +
    'To change credentials alone use registry/rotate-credentials.',
  ...FOR_ADMINS,
  input: {
    device_id: deviceId,
    name: name.optional(),
    management_address: managementAddress.optional(),
    username: username.optional().describe('Only with password; default: the stored one'),
    password: password.optional(),
    ...recordSettings,
  },
  output: { ...registeredFacts, changed: z.array(z.string()) },
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

/** A service may not move a device out of another environment: that would lift its protection. */
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

/** Undefined if none were given. */
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

const MOST_PLANS = 10_000;

/** Forget a device and its credentials. */
export const removeDevice = defineServiceTool({
  name: 'registry/remove',
  title: 'Remove device',
  description:
    'Remove a device and its credentials from the registry; nothing changes on the device. Refused while an approved or executing plan includes it.',
  ...FOR_ADMINS,
  annotations: REMOVES,
  input: { device_id: deviceId },
  output: { ...deviceFacts, name: z.string(), removed: z.boolean() },
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
  return ({ outcomes }: ChangePlan) => outcomes.some(({ device_id }) => device_id === deviceId);
}

/** Sign in to a device with other credentials from now on. */
export const rotateCredentials = defineServiceTool({
  name: 'registry/rotate-credentials',
  title: 'Rotate credentials',
  description:
    'Store new credentials for a device; the user on the device does not change. Use it after DEVICE_AUTH_FAILED, then registry/check-connectivity.',
  ...FOR_ADMINS,
  input: {
    device_id: deviceId,
    username: username.optional().describe('Default: the stored one'),
    password,
  },
  output: { ...deviceFacts, username: z.string() },
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

/** The devices that this service knows, and what may be done with them. */
export const registryTools: readonly RouterosTool[] = [
  listDevices,
  getDevice,
  addDevice,
  updateDevice,
  removeDevice,
  rotateCredentials,
  checkConnectivity,
];
