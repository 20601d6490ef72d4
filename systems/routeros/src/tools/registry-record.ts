import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import { describeAddress, expectedAddress, parseAddress } from '../device/management-address.js';
import { DEVICE_DEFAULTS, ENVIRONMENTS, TLS_MODES, type Device } from '../registry/device.js';
import type { DeviceChanges } from '../registry/registry.js';
import { line, text } from './schemas.js';

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
  .describe('Where the REST API of the device is: host or host:port; port 443 unless told');

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
  allow_advanced_writes: z.boolean().optional(),
  allow_professional_workflows: z.boolean().optional(),
  allow_firewall_writes: z.boolean().optional(),
  allow_routing_writes: z.boolean().optional(),
  max_concurrent: z.int().min(1).max(20).optional().describe('Requests at the same time'),
  requests_per_minute: z.int().min(10).max(6000).optional(),
  tls_mode: z
    .enum(TLS_MODES)
    .optional()
    .describe(
      'How the certificate is judged: verify (system authorities), ca (tls_ca), pin (tls_fingerprint), insecure (not at all)',
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
 * whoever may change a record would otherwise learn it from the next request.
 */
export function requirePassword(before: Destination, after: Destination): void {
  if (before.management_address !== after.management_address)
    throw missingPassword('to another address');
  if (trustOf(before) === trustOf(after) || isTighter(before, after)) return;
  throw missingPassword('to a device that is trusted in another way');
}

/** Only what the mode looks at: a fingerprint that is not in use trusts nobody. */
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
