import { z } from 'zod';
import { findVisible, forbidScope, inReach } from '../access/permissions.js';
import { CAPABILITY_FLAGS, ENVIRONMENTS, TLS_MODES, type Device } from '../registry/device.js';
import { oneLine } from '../safety/one-line.js';
import { deviceFacts, whole } from './schemas.js';
import type { ToolContext } from './tool.js';

const VERSION_LENGTH = 50;

/** A registered device as results show it: nothing of how to sign in to it. */
export const registeredFacts = z.strictObject({
  ...deviceFacts,
  name: z.string(),
  management_address: z.string(),
  environment: z.enum(ENVIRONMENTS),
  tags: z.array(z.string()),
  allow_advanced_writes: z.boolean(),
  allow_professional_workflows: z.boolean(),
  allow_firewall_writes: z.boolean(),
  allow_routing_writes: z.boolean(),
  routeros_version: z.string().nullable().describe('As the device said last'),
  max_concurrent: whole,
  requests_per_minute: whole,
  tls_mode: z.enum(TLS_MODES),
  tls_fingerprint: z.string().nullable(),
  has_tls_ca: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

type RegisteredFacts = z.output<typeof registeredFacts>;

export function toRegisteredFacts(device: Device): RegisteredFacts {
  const { id, tags, tls_ca, routeros_version: version, ...rest } = device;
  return {
    device_id: id,
    ...rest,
    // Whatever is stored: one device must not make the list of all too long.
    routeros_version: version === null ? null : oneLine(version, VERSION_LENGTH),
    tags: [...tags],
    has_tls_ca: tls_ca !== null,
  };
}

/** A device on one line. */
export function describeDevice(device: RegisteredFacts): string {
  const { device_id, name, management_address, environment, routeros_version, tags } = device;
  const open = CAPABILITY_FLAGS.filter((flag) => device[flag]);
  return [
    `${device_id} (${oneLine(name)}) at ${management_address}, ${environment}`,
    routeros_version === null ? 'never reached' : `RouterOS ${oneLine(routeros_version)}`,
    open.length === 0 ? 'read only' : open.join(' '),
    ...(tags.length === 0 ? [] : [`tags ${tags.map((tag) => oneLine(tag)).join(' ')}`]),
    ...(device.tls_mode === 'insecure' ? ['certificate not checked'] : []),
  ].join(', ');
}

/** Throws FORBIDDEN for a device that is none of the user's. */
export function requireReach({ user }: ToolContext, deviceId: string, tool: string): void {
  if (!inReach(user, deviceId)) throw forbidScope(deviceId, { name: tool });
}

/** A device for the tools of the registry: its environment and flags do not matter, they are what these tools set. */
export function findInReach(
  { user, registry }: ToolContext,
  deviceId: string,
  tool: string,
): Promise<Device> {
  return findVisible(deviceId, registry, { user, tool: { name: tool } });
}

type Place = Pick<Device, 'id' | 'environment'>;
type Service = Pick<ToolContext, 'settings'>;

/** What to do with a device that can be signed in to from now on. */
export function nextStep(device: Place, service: Service): string {
  const [other] = elsewhere(device, service);
  return other ?? `Next: registry/check-connectivity with device_id=${device.id}`;
}

/** That this service does not work on a device of another environment; nothing for one of its own. */
export function elsewhere({ environment }: Place, { settings }: Service): readonly string[] {
  if (environment === settings.environment) return [];
  return [
    `This service works on ${settings.environment} devices; use the one of environment ${environment} for it.`,
  ];
}
