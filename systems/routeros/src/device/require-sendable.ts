import { routeros } from '@errata/catalogs/routeros';
import { REDACTED } from '@errata/core/fault';
import type { RestRequest } from './rest-request.js';

/** Throws VALIDATION_ERROR for values that would reach the device as something else than what was meant. */
export function requireSendable({ query = {}, body = {} }: RestRequest): void {
  for (const [field, value] of [...Object.entries(query), ...Object.entries(body)]) {
    if (/\p{Surrogate}|\0/u.test(value)) {
      throw refused(field, 'Text without NUL and without halves of characters');
    }
    // What was read with a secret masked in it must not be written like that; in a comment it does no harm.
    if (field !== 'comment' && value.includes(REDACTED)) {
      throw refused(field, `The text itself: the mask ${REDACTED} is not sent to a device`);
    }
  }
}

function refused(field: string, expected: string) {
  return routeros.VALIDATION_ERROR(
    { field, expected },
    { details: `${field} cannot be sent. Expected: ${expected}`, effect: 'none' },
  );
}
