import { DEFAULT_RETRY_AFTER, routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import { errorTypeOf, type LeftAlone } from '@errata/upstream';
import type { Device } from '../registry/device.js';
import { CertificateRefused } from './certificate-refused.js';
import { LOST_ANSWER, maybeDone } from './lost-answer.js';
import { inSeconds, wholeSeconds } from './seconds.js';

/** No connection came about. */
export function noConnection(device: Device, error: Error): Fault {
  if (error instanceof CertificateRefused) return certificateRefused(device, error);
  const errorType = errorTypeOf(error);
  return routeros.DEVICE_UNREACHABLE(
    { ...facts(device, errorType), retry_after: DEFAULT_RETRY_AFTER },
    { ...describe(errorType, device.management_address), cause: error, effect: 'none' },
  );
}

/** No connection came about in time. */
export function noConnectionInTime(device: Device, timeout: number): Fault {
  return routeros.DEVICE_UNREACHABLE(
    {
      ...facts(device, 'ETIMEDOUT'),
      timeout_seconds: timeout / 1000,
      retry_after: DEFAULT_RETRY_AFTER,
    },
    { details: `Connection timeout after ${inSeconds(timeout)}`, effect: 'none' },
  );
}

/** The connection broke after the request was sent. */
export function connectionLost(device: Device, error: Error, changes: boolean): Fault {
  const broke = `Connection to ${device.management_address} broke before the answer was complete`;
  const known = facts(device, errorTypeOf(error), 'read');
  return changes
    ? routeros.DEVICE_UNREACHABLE(known, {
        ...LOST_ANSWER,
        details: maybeDone(broke),
        cause: error,
      })
    : routeros.DEVICE_UNREACHABLE(
        { ...known, retry_after: DEFAULT_RETRY_AFTER },
        { details: broke, effect: 'none', cause: error },
      );
}

/** The device did not answer too often to be tried now. */
export function leftAlone(device: Device, { failures, last, wait }: LeftAlone): Fault {
  const seconds = wholeSeconds(wait);
  return routeros.DEVICE_UNREACHABLE(
    { ...facts(device, last), retry_after: seconds },
    {
      details: `Device failed ${failures} times in a row (last: ${last}) and is left alone for ${seconds} more seconds`,
      effect: 'none',
    },
  );
}

function certificateRefused(device: Device, refused: CertificateRefused): Fault {
  const { code, presented } = refused;
  return routeros.DEVICE_UNREACHABLE(facts(device, code), {
    details: `The certificate of ${device.management_address} was refused (${code}); no credentials were sent`,
    cause: refused,
    effect: 'none',
    // It stays refused until somebody changes the record or the router.
    strategy: 'user_action_required',
    retryable: false,
    suggestion:
      'Find out whether the certificate is that of the router, then change how it is trusted',
    suggestions: [],
    nextSteps: [
      'Use registry/check-connectivity to see the certificate that the device shows',
      presented === undefined
        ? 'Use registry/update with tls_mode=ca or tls_mode=pin to say how the certificate of this router is judged'
        : `If it is that of this router: registry/update with tls_mode=pin, tls_fingerprint=${presented}${device.tls_mode === 'verify' ? '' : ' and its password'}`,
      'If it is not, something else answers at this address: use registry/update with the right management_address and the password',
    ],
  });
}

function facts({ id, management_address }: Device, errorType: string, call = callOf(errorType)) {
  return {
    device_id: id,
    management_address,
    error_type: errorType,
    routeros_error: `${call} ${errorType} ${management_address}`,
  };
}

/** What failed, as the system calls it: `connect ETIMEDOUT 192.168.1.1:443`. */
function callOf(errorType: string): string {
  return errorType === 'ENOTFOUND' || errorType === 'EAI_AGAIN' ? 'getaddrinfo' : 'connect';
}

/** The contract's template where there are no better words. */
function describe(errorType: string, address: string): { readonly details?: string } {
  const details = wordsFor(errorType, address);
  return details === undefined ? {} : { details };
}

function wordsFor(errorType: string, address: string): string | undefined {
  switch (errorType) {
    case 'ECONNREFUSED':
      return `Connection refused to ${address}`;
    case 'ECONNRESET':
      return `Connection to ${address} was reset before it was established`;
    case 'ENOTFOUND':
      return `Host name not found: ${address}`;
    case 'EAI_AGAIN':
      return `Host name could not be looked up: ${address}`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `No route to ${address}`;
    case 'ETIMEDOUT':
      return `Connection timeout to ${address}`;
    default:
      return /SSL|TLS|EPROTO/.test(errorType)
        ? `No secure connection to ${address} (${errorType})`
        : undefined;
  }
}
