import { createTokenEfficientError, routeros } from '@errata/catalogs/routeros';
import type { Effect, Fault } from '@errata/core';
import type { Answer } from '@errata/upstream';
import { errorTextOf, MAX_BODY, operationOf, type RestRequest } from './rest-request.js';

/** What a fault tells of a request: which device, which operation. */
export interface Asked {
  readonly deviceId: string;
  /** As far as it is known. */
  readonly version: string | undefined;
  readonly request: RestRequest;
}

const QUOTED = 100;

/** The fault for an answer that is no success; `clean` takes secrets out of what the device says. */
export function answerFault(asked: Asked, answer: Answer, clean: (text: string) => string): Fault {
  const { status } = answer;
  const said = errorTextOf(answer);
  const text = said === undefined ? undefined : clean(said);
  if (status === 401) return signInRefused(asked, 'HTTP 401 Unauthorized from RouterOS');
  if (/not enough permissions/i.test(text ?? '')) {
    return notPermitted(asked, `RouterOS does not permit its user this: not enough permissions`);
  }
  if (status === 403) return notPermitted(asked);
  if (text === undefined) return withoutReason(asked, status);
  if (/no such command/i.test(text)) return unsupported(asked, text);
  if (status === 400 && /session closed/i.test(text)) return sessionClosed(asked, text, status);
  return createTokenEfficientError('DEVICE_ERROR', {
    shortDetails: (redact) => `RouterOS error: ${[...redact(text)].slice(0, QUOTED).join('')}`,
    fullDetails: text,
    context: { ...facts(asked, status), routeros_error: text },
    effect: effectOf(asked, status),
    ...(status < 500 && { suggestion: 'Check device configuration or parameters' }),
  });
}

/** The device reported success in a way that cannot be read. */
export function unreadable(asked: Asked, status: number, details: string): Fault {
  return routeros.DEVICE_ERROR(facts(asked, status), {
    details,
    strategy: 'report_and_abort',
    effect: effectOf(asked, status),
  });
}

/** The answer was longer than we read. */
export function oversized(asked: Asked, status: number): Fault {
  const details = `The answer of the device is larger than ${MAX_BODY / 1024 / 1024} MiB`;
  return routeros.DEVICE_ERROR(facts(asked, status), {
    details,
    strategy: 'fix_and_retry',
    suggestion: 'Ask for less, with a filter or fewer properties',
    suggestions: [],
    effect: effectOf(asked, status),
  });
}

/** What came back is not even HTTP. */
export function notHttp({ deviceId, request }: Asked, code: string): Fault {
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

function signInRefused({ deviceId }: Asked, details: string): Fault {
  return routeros.DEVICE_AUTH_FAILED(
    { device_id: deviceId, credential_kind: 'routeros_rest' },
    { details, suggestion: 'Check device credentials or rotate keys', effect: 'none' },
  );
}

function notPermitted({ deviceId }: Asked, details?: string): Fault {
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

function unsupported({ deviceId, version, request }: Asked, text: string): Fault {
  return routeros.DEVICE_UNSUPPORTED(
    { device_id: deviceId, ...(version !== undefined && { routeros_version: version }) },
    {
      details: `The device has no menu or command ${request.menu}`,
      debug: text,
      effect: 'none',
    },
  );
}

function sessionClosed(asked: Asked, text: string, status: number): Fault {
  return routeros.DEVICE_ERROR(
    { ...facts(asked, status), routeros_error: text },
    {
      details:
        'RouterOS error: Session closed, because the command ran longer than RouterOS allows',
      suggestion: 'Ask for less at once, such as a smaller count',
      suggestions: [],
      effect: asked.request.changes ? 'unknown' : 'none',
    },
  );
}

function withoutReason(asked: Asked, status: number): Fault {
  const said = `HTTP ${status} without an error of RouterOS`;
  const hint = status === 404 ? '; the address may not be that of its REST service' : '';
  return routeros.DEVICE_ERROR(
    { ...facts(asked, status), error_summary: `${said}${hint}` },
    { effect: effectOf(asked, status) },
  );
}

/** A refused request did nothing. Of anything else that would change something, nobody knows. */
function effectOf({ request }: Asked, status: number): Effect {
  if (!request.changes) return 'none';
  return status >= 400 && status < 500 ? 'none' : 'unknown';
}

function facts({ deviceId, request }: Asked, status: number) {
  return { device_id: deviceId, operation: operationOf(request), http_status: status };
}
