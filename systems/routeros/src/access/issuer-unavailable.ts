import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';

/** Whoever knows the keys does not answer: no token can be judged, and the caller is not to blame. */
export function issuerUnavailable(message: string, cause: unknown): Fault {
  // A bare exception would be told by its cause: a slow issuer as the TIMEOUT of a device.
  return routeros.INTERNAL_ERROR(
    { error_type: 'IssuerUnavailable' },
    { cause: new Error(message, { cause }), masked: true, effect: 'none' },
  );
}
