import { createTokenEfficientError, routeros } from '@errata/catalogs/routeros';
import type { Effect, Fault } from '@errata/core';
import type { UpstreamAnswer } from '@errata/upstream';
import { errorTextOf, MAX_BODY, operationOf, type RestRequest } from './rest-request.js';

/** The request that a fault is about: its device and its operation. */
export interface SentRequest {
  readonly deviceId: string;
  /** As far as it is known. */
  readonly version: string | undefined;
  readonly request: RestRequest;
}

const QUOTED = 100;

/** The fault for an answer that is no success; `clean` takes secrets out of what the device says. */
export function answerFault(
  request: SentRequest,
  answer: UpstreamAnswer,
  clean: (text: string) => string,
): Fault {
  const { status } = answer;
  const message = errorTextOf(answer);
  const text = message === undefined ? undefined : clean(message);
  if (status === 401) return signInRefused(request, 'HTTP 401 Unauthorized from RouterOS');
  if (/not enough permissions/i.test(text ?? '')) {
    return notPermitted(request, `RouterOS does not permit its user this: not enough permissions`);
  }
  if (status === 403) return notPermitted(request);
  if (text === undefined) return withoutReason(request, status);
  if (/no such command/i.test(text)) return unsupported(request, text);
  if (status === 400 && /session closed/i.test(text)) return sessionClosed(request, text, status);
  return createTokenEfficientError('DEVICE_ERROR', {
    shortDetails: (redact) => `RouterOS error: ${[...redact(text)].slice(0, QUOTED).join('')}`,
    fullDetails: text,
    context: { ...facts(request, status), routeros_error: text },
    effect: effectOf(request, status),
    ...(status < 500 && { suggestion: 'Check device configuration or parameters' }),
  });
}

/** The device reported success in a way that cannot be read. */
export function unreadable(request: SentRequest, status: number, details: string): Fault {
  return routeros.DEVICE_ERROR(facts(request, status), {
    details,
    strategy: 'report_and_abort',
    effect: effectOf(request, status),
  });
}

/** The answer was longer than we read. */
export function oversized(request: SentRequest, status: number): Fault {
  const details = `The answer of the device is larger than ${MAX_BODY / 1024 / 1024} MiB`;
  return routeros.DEVICE_ERROR(facts(request, status), {
    details,
    strategy: 'fix_and_retry',
    suggestion: 'Ask for less, with a filter or fewer properties',
    suggestions: [],
    effect: effectOf(request, status),
  });
}

/** What came back is not even HTTP. */
export function notHttp({ deviceId, request }: SentRequest, code: string): Fault {
  return routeros.DEVICE_ERROR(
    { device_id: deviceId, operation: operationOf(request) },
    {
      details: 'The answer of the device is no valid HTTP',
      // The parser's exception holds the bytes that it read: its code has to do.
      debug: code,
      effect: request.changes ? 'unknown' : 'none',
    },
  );
}

function signInRefused({ deviceId }: SentRequest, details: string): Fault {
  return routeros.DEVICE_AUTH_FAILED(
    { device_id: deviceId, credential_kind: 'routeros_rest' },
    { details, suggestion: 'Check device credentials or rotate keys', effect: 'none' },
  );
}

function notPermitted({ deviceId }: SentRequest, details?: string): Fault {
  return routeros.DEVICE_AUTH_FAILED(
    { device_id: deviceId, credential_kind: 'routeros_rest' },
    {
      ...(details !== undefined && { details }),
      suggestion:
        'Give the RouterOS user a group with the policies read, write, test, api and rest-api',
      suggestions: [
        'Check the group of the user in /user on the device',
        'Use registry/rotate-credentials to sign in as another user',
      ],
      effect: 'none',
    },
  );
}

function unsupported({ deviceId, version, request }: SentRequest, text: string): Fault {
  return routeros.DEVICE_UNSUPPORTED(
    { device_id: deviceId, ...(version !== undefined && { routeros_version: version }) },
    {
      details: `The device has no menu or command ${request.menu}`,
      debug: text,
      effect: 'none',
    },
  );
}

function sessionClosed(request: SentRequest, text: string, status: number): Fault {
  return routeros.DEVICE_ERROR(
    { ...facts(request, status), routeros_error: text },
    {
      details:
        'RouterOS error: Session closed, because the command ran longer than RouterOS allows',
      suggestion: 'Ask for less at once, such as a smaller count',
      suggestions: [],
      effect: request.request.changes ? 'unknown' : 'none',
    },
  );
}

function withoutReason(request: SentRequest, status: number): Fault {
  const details = `HTTP ${status} without an error of RouterOS`;
  const hint = status === 404 ? '; the address may not be that of its REST service' : '';
  return routeros.DEVICE_ERROR(
    { ...facts(request, status), error_summary: `${details}${hint}` },
    { effect: effectOf(request, status) },
  );
}

/** A refused request did nothing. The effect of any other failed change is unknown. */
function effectOf({ request }: SentRequest, status: number): Effect {
  if (!request.changes) return 'none';
  return status >= 400 && status < 500 ? 'none' : 'unknown';
}

function facts({ deviceId, request }: SentRequest, status: number) {
  return { device_id: deviceId, operation: operationOf(request), http_status: status };
}
