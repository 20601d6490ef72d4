import { routeros } from '@errata/catalogs/routeros';
import type { Device } from '../../registry/device.js';

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
