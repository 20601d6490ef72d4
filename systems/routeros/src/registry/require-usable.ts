import { X509Certificate } from 'node:crypto';
import { routeros } from '@errata/catalogs/routeros';
import { expectedAddress } from '../device/management-address.js';
import type { Credentials } from './device.js';
import type { DeviceChanges } from './registry.js';

/** Throws VALIDATION_ERROR for a record that no connection could be made with. */
export function requireUsable({ management_address, tls_ca }: DeviceChanges): void {
  if (management_address !== undefined) requireAddress(management_address);
  if (tls_ca !== undefined && tls_ca !== null) requireCertificate(tls_ca);
}

/** Throws VALIDATION_ERROR for a name that cannot be signed in with. */
export function requireCarriable({ username }: Credentials): void {
  if (!username.includes(':')) return;
  throw refused('username', 'A name without a colon', {
    details: 'A username with a colon cannot be signed in with: HTTP ends the name there',
  });
}

function requireAddress(address: string): void {
  const expected = expectedAddress(address);
  if (expected === undefined) return;
  throw refused('management_address', expected, {
    details: `management_address is no address of a device: expected ${expected}`,
  });
}

function requireCertificate(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw refused('tls_ca', 'A certificate in PEM form', {
      details: 'tls_ca is not a certificate in PEM form',
      cause,
    });
  }
}

function refused(
  field: string,
  expected: string,
  options: { readonly details: string; readonly cause?: unknown },
) {
  return routeros.VALIDATION_ERROR({ field, expected }, { ...options, effect: 'none' });
}
