import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import {
  errorCode,
  errorTypeOf,
  exchange,
  isClosing,
  retry,
  type UpstreamAnswer,
  type CallTime,
  type ExchangeOutcome,
  type Trial,
} from '@errata/upstream';
import type { Credentials, Device } from '../registry/device.js';
import { answerFault, notHttp, oversized, type SentRequest } from './answer-fault.js';
import {
  CertificateRefused,
  connectionLost,
  LOST_ANSWER,
  maybeDone,
  noConnection,
  noConnectionInTime,
} from './device-faults.js';
import type { Link } from './link.js';
import { MAX_BODY, operationOf, targetOf, type RestRequest } from './rest-request.js';

/** One request that was admitted. */
interface Performance {
  readonly device: Device;
  readonly request: RestRequest;
  readonly credentials: Credentials;
  readonly time: CallTime;
  readonly trial: Trial;
  readonly random: () => number;
  /** SentRequest for each attempt: the device may have got another one meanwhile. */
  readonly link: () => Link;
  readonly mayRepeat: () => boolean;
  /** Takes the secrets out of what the device says. */
  readonly clean: (text: string) => string;
}

/** Make a request, as often as it may be made, and return its successful answer; throws the fault of anything else. */
export async function perform(performance: Performance): Promise<UpstreamAnswer> {
  const { device, request, credentials, time, trial, random, link, mayRepeat } = performance;
  const message = {
    method: request.method,
    path: targetOf(request),
    headers: headersOf(request, credentials),
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  };
  const given = { signal: time.signal, maxBody: MAX_BODY };
  const attempt = () =>
    link().connections.use((dispatcher) => exchange(dispatcher, message, given));
  const outcome = request.changes
    ? await attempt()
    : await retry(attempt, {
        time,
        isTransient,
        pauseAfter: (made) => pauseAfter(made, random()),
        mayRepeat,
      });
  time.throwIfCancelled();
  tell(trial, outcome);
  if (outcome.kind === 'answer' && isSuccess(outcome.answer)) return outcome.answer;
  const version = link().version?.value ?? device.routeros_version ?? undefined;
  throw faultOf(outcome, { deviceId: device.id, version, request }, performance);
}

function headersOf(request: RestRequest, { username, password }: Credentials) {
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  return {
    authorization: `Basic ${basic}`,
    accept: 'application/json',
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  };
}

/** What the request tells of the device: any answer is a sign of life, also a certificate that we refuse. */
function tell(trial: Trial, outcome: ExchangeOutcome): void {
  if (outcome.kind === 'stopped') trial.failed('ETIMEDOUT');
  else if (outcome.kind !== 'broken' || outcome.error instanceof CertificateRefused)
    trial.answered();
  else if (isClosing(outcome.error)) trial.dropped();
  else trial.failed(errorTypeOf(outcome.error));
}

function faultOf(
  outcome: ExchangeOutcome,
  sentRequest: SentRequest,
  performance: Performance,
): Fault {
  const { device, request, time, clean } = performance;
  switch (outcome.kind) {
    case 'answer':
      return answerFault(sentRequest, outcome.answer, clean);
    case 'oversize':
      return oversized(sentRequest, outcome.status);
    case 'stopped':
      return outcome.sent
        ? timedOut(sentRequest, time.total)
        : noConnectionInTime(device, time.total);
    case 'broken': {
      const { error, sent } = outcome;
      // Our own doing, not the device's.
      if (isClosing(error)) throw error;
      if (!sent) return noConnection(device, error);
      if (isParserError(error)) return notHttp(sentRequest, `${error.name} ${errorCode(error)}`);
      return connectionLost(device, error, request.changes);
    }
  }
}

function timedOut({ deviceId, request }: SentRequest, timeout: number): Fault {
  const facts = {
    device_id: deviceId,
    timeout_seconds: timeout / 1000,
    operation: operationOf(request),
  };
  const fault = routeros.TIMEOUT(facts, { effect: 'none' });
  return request.changes
    ? routeros.TIMEOUT(facts, { ...LOST_ANSWER, details: maybeDone(fault.details) })
    : fault;
}

function isSuccess({ status }: UpstreamAnswer): boolean {
  return status >= 200 && status < 300;
}

function isParserError(error: Error): boolean {
  return error.name === 'HTTPParserError' || /^UND_ERR_(?:HEADERS|RES)/.test(errorCode(error));
}

/** Milliseconds before the second attempt; twice that before the third. */
const FIRST_PAUSE = 100;

const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);

/** Milliseconds to wait after so many attempts: longer each time, and half of it more or less by chance. */
function pauseAfter(made: number, chance: number): number {
  return FIRST_PAUSE * made * (0.5 + chance);
}

/** Whether the same request may well succeed after a while. */
function isTransient(outcome: ExchangeOutcome): boolean {
  if (outcome.kind === 'broken') return BROKEN.has(errorCode(outcome.error));
  return outcome.kind === 'answer' && [502, 503, 504].includes(outcome.answer.status);
}
