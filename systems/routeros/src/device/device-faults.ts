import { DEFAULT_RETRY_AFTER, routeros } from '@errata/catalogs/routeros';
import { Fault, type FaultOptions } from '@errata/core';
import { errorTypeOf, type OpenBreaker } from '@errata/upstream';
import type { Device } from '../registry/device.js';
import { oneLine } from '../safety/addresses.js';

/** What a failure advises where the answer to a change was lost: sending it again without looking may do it twice. */
export const LOST_ANSWER = {
  effect: 'unknown',
  strategy: 'user_action_required',
  retryable: false,
  suggestion: 'Read what the device has now before sending it again',
  suggestions: [],
  nextSteps: [
    'Use the tool that reads what was to be changed, such as ip/list-addresses or dns/get-status',
    'Send it again only if the device does not have it',
  ],
} as const satisfies FaultOptions;

/** What happened, and that the change may have been made all the same. */
export function maybeDone(details: string): string {
  return `${details}; the change may have been made`;
}

/** The certificate of a device is not the one that its record asks for. */
export class CertificateRefused extends Error {
  readonly code: string;
  /** SHA-256 of what the device presents, where that could be seen. */
  readonly presented: string | undefined;

  constructor(code: string, presented: string | undefined, cause?: unknown) {
    super(`The certificate was refused: ${code}`, { cause });
    this.name = 'CertificateRefused';
    this.code = code;
    this.presented = presented;
  }
}

// What OpenSSL says of a chain that it does not accept; the names are those of X509_V_ERR_*.
const VERIFY_CODES = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
  'EE_KEY_TOO_SMALL',
  'CA_KEY_TOO_SMALL',
  'CA_MD_TOO_WEAK',
]);

/** Whether an error of a TLS connection says that the certificate was not accepted. */
export function isCertificateCode(code: string): boolean {
  return VERIFY_CODES.has(code) || /^(?:CERT_|ERR_TLS_CERT_)/.test(code);
}

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

/** The device failed too often; it is not tried for a while. */
export function breakerOpen(device: Device, { failures, last, wait }: OpenBreaker): Fault {
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
    // It stays refused until the record or the router is changed.
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

interface NotMade {
  /** What was to be changed: `DNS servers`. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  /** Whether the device is as it was before. */
  readonly unchanged: boolean;
  /** The tool that shows it. */
  readonly look: string;
}

const LENGTH = 300;

/** The failure for a device that accepted a change and shows something else afterwards. */
export function notMade({ id }: Device, { what, unchanged, look, ...values }: NotMade) {
  const [expected, actual] = [values.expected, values.actual].map((text) => oneLine(text, LENGTH));
  return routeros.DEVICE_ERROR(
    { device_id: id, expected, actual },
    {
      details: `The device accepted the change but did not make it: ${what}: expected ${expected}, found ${actual}`,
      effect: unchanged ? 'none' : 'unknown',
      strategy: 'report_and_abort',
      suggestions: [],
      nextSteps: [
        `Use ${look} to see what the device has now`,
        'Use log/get-recent to look for the reason; the same call again will most likely end the same way',
      ],
    },
  );
}

/** The same failure, without the advice to make the same call again later. */
export function withoutRetry(fault: Fault, options: FaultOptions): Fault {
  const { retryAfter: _wait, ...given } = fault.given;
  const { retry_after: _seconds, ...context } = fault.context as { readonly retry_after?: unknown };
  return new Fault(fault.definition, context, {
    ...given,
    cause: fault,
    strategy: 'user_action_required',
    retryable: false,
    ...options,
  });
}

/** Milliseconds as a sentence has them: `5.0 seconds`. */
function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${Number.isInteger(seconds) ? seconds.toFixed(1) : String(seconds)} seconds`;
}

/** Milliseconds to wait as whole seconds, never too few, and at least one. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
