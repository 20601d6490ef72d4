import { routeros } from '@errata/catalogs/routeros';
import { describeAddress, parseAddress } from '../../device/management-address.js';
import { DEVICE_DEFAULTS, type Device } from '../../registry/device.js';
import type { DeviceChanges } from '../../registry/registry.js';
import { normaliseFingerprint } from './record-input.js';

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
