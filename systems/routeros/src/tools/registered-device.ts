import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import { findVisible, forbidScope, inReach } from '../access/permissions.js';
import { describeAddress, expectedAddress, parseAddress } from '../device/management-address.js';
import {
  CAPABILITY_FLAGS,
  type CapabilityFlag,
  type Device,
  DEVICE_DEFAULTS,
  ENVIRONMENTS,
  TLS_MODES,
} from '../registry/device.js';
import type { DeviceChanges } from '../registry/create-registry.js';
import { oneLine } from '../safety/addresses.js';
import { joined } from './fields.js';
import { deviceFacts, line, text, whole } from './schemas.js';
import type { ToolContext, ValuesOf } from './tool.js';

const VERSION_LENGTH = 50;

function forEachFlag<Schema>(schema: Schema) {
  return Object.fromEntries(CAPABILITY_FLAGS.map((flag) => [flag, schema])) as Record<
    CapabilityFlag,
    Schema
  >;
}

/** A registered device as results show it: nothing of how to sign in to it. */
export const registeredFacts = {
  ...deviceFacts,
  name: z.string(),
  management_address: z.string(),
  environment: z.enum(ENVIRONMENTS),
  tags: z.array(z.string()),
  ...forEachFlag(z.boolean()),
  routeros_version: z.string().nullable().describe('As the device said last'),
  max_concurrent: whole,
  requests_per_minute: whole,
  tls_mode: z.enum(TLS_MODES),
  tls_fingerprint: z.string().nullable(),
  has_tls_ca: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
};

type RegisteredFacts = ValuesOf<typeof registeredFacts>;

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
  return joined(
    ', ',
    `${device_id} (${oneLine(name)}) at ${management_address}, ${environment}`,
    routeros_version === null ? 'never reached' : `RouterOS ${oneLine(routeros_version)}`,
    open.length === 0 ? 'read only' : open.join(' '),
    tags.length > 0 && `tags ${tags.map((tag) => oneLine(tag)).join(' ')}`,
    device.tls_mode === 'insecure' && 'certificate not checked',
  );
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

// Without a flag: what is published is the pattern alone.
const FINGERPRINT = /^(?:[0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/;

export const name = line
  .min(1)
  .max(100)
  .refine((text) => text.trim() === text, 'No spaces at the beginning or end')
  .describe('Such as lab-router-01; unique');

export const managementAddress = z
  .string()
  .max(260)
  .refine((text) => expectedAddress(text) === undefined, {
    error: ({ input }) => expectedAddress(input as string) ?? '',
  })
  .describe('Address of the REST API: host or host:port; default port: 443');

export const username = line
  .min(1)
  .max(100)
  .regex(/^[^:]*$/, 'A name without a colon: HTTP would end it there')
  .describe('The RouterOS user that the service signs in as');

export const password = text.min(1).max(500).describe('Stored encrypted, never shown');

/** What registry/add and registry/update may say of a device beside name, address and credentials. */
export const recordSettings = {
  environment: z.enum(ENVIRONMENTS).optional(),
  tags: z.array(line.min(1).max(50)).max(20).optional(),
  ...forEachFlag(z.boolean().optional()),
  max_concurrent: z.int().min(1).max(20).optional().describe('Requests at the same time'),
  requests_per_minute: z.int().min(10).max(6000).optional(),
  tls_mode: z
    .enum(TLS_MODES)
    .optional()
    .describe(
      'How to verify the certificate: verify (system authorities), ca (tls_ca), pin (tls_fingerprint), insecure (no check)',
    ),
  tls_fingerprint: z
    .string()
    .regex(FINGERPRINT, 'SHA-256 fingerprint: 64 hex digits, with or without colons')
    .optional(),
  tls_ca: text.max(100_000).optional().describe('PEM of the authority, for tls_mode=ca'),
};

/** `AB:CD:…`, however it was written. */
function normaliseFingerprint(text: string): string {
  const digits = text.replaceAll(':', '').toUpperCase();
  return (digits.match(/../g) ?? []).join(':');
}

const ID_LENGTH = 64;

/** The id of a device that was given none: `Lab router 01` is `dev-lab-router-01`. */
export function deriveId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (slug !== '') {
    const id = slug.startsWith('dev-') ? slug : `dev-${slug}`;
    return id.slice(0, ID_LENGTH).replace(/-$/, '');
  }
  throw routeros.VALIDATION_ERROR(
    { field: 'device_id', expected: 'An id of lower-case letters, digits and hyphens' },
    { details: 'No device ID can be made of this name: give a device_id' },
  );
}

type Given = { readonly [K in keyof DeviceChanges]: DeviceChanges[K] | undefined };
type Trust = Pick<Device, 'tls_mode' | 'tls_fingerprint' | 'tls_ca'>;

/** What was said of a device, in the form in which it is kept, after a check that its trust holds together. */
export function toChanges(given: Given, current: Trust = DEVICE_DEFAULTS): DeviceChanges {
  const { management_address: address, tls_fingerprint: fingerprint } = given;
  const changes: DeviceChanges = {
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as DeviceChanges),
    ...(address !== undefined && { management_address: describeAddress(parseAddress(address)) }),
    ...(typeof fingerprint === 'string' && { tls_fingerprint: normaliseFingerprint(fingerprint) }),
  };
  requireTrust({ ...current, ...changes });
  return changes;
}

/** Throws VALIDATION_ERROR where a certificate could not be judged as the mode says. */
function requireTrust({ tls_mode, tls_fingerprint, tls_ca }: Trust): void {
  if (tls_mode === 'pin' && tls_fingerprint === null) {
    throw missing('tls_fingerprint', 'SHA-256 fingerprint of the certificate, for tls_mode=pin', [
      'Use registry/check-connectivity to see which certificate the device presents, and compare it with the one on the device',
    ]);
  }
  if (tls_mode === 'ca' && tls_ca === null) {
    throw missing('tls_ca', 'PEM of the authority that signed the certificate, for tls_mode=ca');
  }
}

function missing(field: string, expected: string, nextSteps?: readonly string[]) {
  return routeros.VALIDATION_ERROR(
    { field, expected },
    {
      details: `Required field '${field}' is missing: ${expected}`,
      ...(nextSteps !== undefined && { nextSteps }),
    },
  );
}

/** Where a password is sent, and whom it is shown to. */
type Destination = Pick<Device, 'management_address' | 'tls_mode' | 'tls_fingerprint' | 'tls_ca'>;

/**
 * Throws VALIDATION_ERROR where a stored password would be sent to another server than the one that it was given for:
 * otherwise a user who may change a record would learn it from the next request.
 */
export function requirePassword(before: Destination, after: Destination): void {
  if (before.management_address !== after.management_address)
    throw missingPassword('to another address');
  if (trustOf(before) === trustOf(after) || isTighter(before, after)) return;
  throw missingPassword('to a device that is trusted in another way');
}

/** Only what the mode uses: a fingerprint of another mode is not looked at. */
function trustOf({ tls_mode, tls_fingerprint, tls_ca }: Destination): string {
  const used = { verify: null, insecure: null, pin: tls_fingerprint, ca: tls_ca }[tls_mode];
  return JSON.stringify([tls_mode, used]);
}

/** One certificate or one authority in place of many, anything in place of nothing. */
function isTighter({ tls_mode: before }: Destination, { tls_mode: after }: Destination): boolean {
  return before === 'insecure' || (before === 'verify' && (after === 'ca' || after === 'pin'));
}

/** The failure for a change that needs the password. */
export function missingPassword(where: string) {
  return routeros.VALIDATION_ERROR(
    { field: 'password', expected: 'The password of the RouterOS user, in the same call' },
    {
      details: `The stored password is not sent ${where}: give the password together with this change`,
      effect: 'none',
    },
  );
}
