import { mcp, mcpContractIn } from '@errata/catalogs/mcp';
import {
  createFailureAnswers,
  encodeError,
  type FailureAnswers,
  type IdText,
  type ProtocolFailure,
  MODERN,
  naturalStatus,
  type FailureOrigin,
  PROBLEMS,
  ignoringErrors,
  Call,
  ERA_RULES,
} from '@errata/core/internal';
import {
  type Condition,
  type Contract,
  createView,
  type Era,
  type Fault,
  isFault,
  toHttpAnswer,
  toRpcErrorJson,
} from '@errata/core';
import { headerText, jsonAnswer, type HttpResponse, type HttpHead } from './http-messages.js';
import { NO_OWNER } from './owner.js';
import type { HttpSettings } from './settings.js';

/** What a refusal is about. */
export interface RefusalContext {
  readonly era: Era;
  readonly head: HttpHead;
  readonly id?: IdText | undefined;
}

/** Turns whatever the edge meets before, beside or instead of a connection into answers. None of it throws. */
export interface Refusals {
  /** Something is wrong with the request as HTTP. */
  refuse(
    problem: HttpProblem,
    about: RefusalContext,
    headers?: Record<string, string>,
  ): HttpResponse;
  /** Something is wrong with the message; condition and era decide the status. */
  refuseWith(failure: ProtocolFailure, about: RefusalContext): HttpResponse;
  /** Whether the contract declares a failure for a request before `initialize`. */
  readonly hasUninitialized: boolean;
  /** The session would have no owner. */
  ownerless(about: RefusalContext): HttpResponse;
  /** It cannot be served now. */
  busy(details: string, about: RefusalContext): HttpResponse;
  /** A hook threw: a declared refusal is sent, anything else is masked. */
  fail(thrown: unknown, about: RefusalContext): HttpResponse;
  /** Status and headers for a failure that a connection has answered. */
  statusOf(
    fault: Fault,
    origin: FailureOrigin,
    about: RefusalContext,
  ): { status: number; headers: Readonly<Record<string, string>> };
  /** The specification's own error object, where a contract has none for a capability that the client lacks. */
  restate(fault: Fault, about: RefusalContext): string | undefined;
}

/** Numbers and data of these belong to the specification, whatever the contract calls them. */
const SPECIFIED: ReadonlySet<Condition> = new Set<Condition>([
  'header-mismatch',
  'unsupported-version',
  'missing-client-capability',
]);

/** What `authorize` may say with the status alone, where the contract has no word for it. */
const TURNED_AWAY: ReadonlyMap<Condition, string> = new Map<Condition, string>([
  ['unauthorized', 'The request is not authorized'],
  ['forbidden', 'The request is not allowed'],
  ['rate-limited', 'Too many requests'],
]);

const RETRY_AFTER = 5;

export function createRefusals(settings: HttpSettings): Refusals {
  const specified = mcpContractIn(settings.contract);
  const answersOf = createAnswers(settings, specified);

  const challengeFor = (fault: Fault, head: HttpHead): string | undefined => {
    const { challenge } = settings;
    const text =
      typeof challenge === 'function' ? ignoringErrors(() => challenge(fault, head)) : challenge;
    return typeof text === 'string' ? headerText(text) : undefined;
  };

  const statusOf: Refusals['statusOf'] = (fault, origin, { era, head }) => {
    const condition = ignoringErrors(() => fault.condition);
    const guarded = condition === 'unauthorized' || condition === 'forbidden';
    const challenge = guarded ? challengeFor(fault, head) : undefined;
    return toHttpAnswer(fault, era, { origin, ...(challenge !== undefined && { challenge }) });
  };

  /** Write a refusal, and learn which fault it became. */
  const write = (
    failure: ProtocolFailure,
    { era, id, head }: RefusalContext,
  ): { body: string; fault: Fault } => {
    let fault: Fault | undefined;
    const call = new Call('', id, { failed: (failure) => (fault = failure), ref: head.ref });
    const body = answersOf(era, failure.condition).refuse(failure, call);
    return { body, fault: fault! };
  };

  const refuseWith: Refusals['refuseWith'] = (failure, about) => {
    const { body, fault } = write(failure, about);
    const { status, headers } = statusOf(fault, 'edge', about);
    return jsonAnswer(status, body, headers);
  };

  const early = ignoringErrors(
    () => settings.contract.protocolFault('not-initialized', {}).condition,
  );

  return {
    refuse: (problem, about, headers) =>
      jsonAnswer(HTTP_PROBLEMS[problem][0], write(failureOf(problem), about).body, headers),
    refuseWith,
    hasUninitialized: early === 'not-initialized',
    ownerless: (about) =>
      refuseWith({ condition: 'internal', given: { details: NO_OWNER, effect: 'none' } }, about),
    busy: (details, about) =>
      jsonAnswer(503, write(busyFailure(details, RETRY_AFTER), about).body, {
        'Retry-After': String(RETRY_AFTER),
      }),
    fail(thrown, about) {
      const turned = isFault(thrown) ? untold(thrown, settings.contract) : undefined;
      if (turned !== undefined) {
        const { status, headers } = statusOf(thrown as Fault, 'edge', about);
        const given = { details: turned, cause: thrown };
        return jsonAnswer(
          status,
          write({ condition: 'invalid-request', given }, about).body,
          headers,
        );
      }
      let fault: Fault | undefined;
      const call = new Call('', about.id, {
        failed: (failure) => (fault = failure),
        ref: about.head.ref,
      });
      const body = answersOf(about.era).fail(thrown, call, undefined, 'rpc')!;
      const { status, headers } = statusOf(fault!, 'edge', about);
      // What is wrong is not the request: whom a hook relies on was not there, or too slow.
      return jsonAnswer(status <= 400 ? naturalStatus(fault!) : status, body, headers);
    },
    statusOf,
    restate(fault, { era, id }) {
      const lacking = era === MODERN ? lackOf(fault) : undefined;
      if (lacking === undefined || (lacking === fault && fault.domain === mcp.domain))
        return undefined;
      const specifiedFault = specified.protocolFault(
        'missing-client-capability',
        { ...lacking.context },
        {
          details: lacking.details,
          ref: fault.ref,
        },
      );
      return encodeError(
        id,
        toRpcErrorJson(specifiedFault, specified, viewOf(settings, era)),
        'omit',
      );
    },
  };
}

/** The words for a failure by era, made when they are first needed. */
function createAnswers(
  settings: HttpSettings,
  mcpWords: Contract,
): (era: Era, condition?: Condition) => FailureAnswers {
  const make = (contract: Contract) => {
    const byEra = new Map<Era, FailureAnswers>();
    return (era: Era): FailureAnswers => {
      const known = byEra.get(era);
      if (known !== undefined) return known;
      const made = createFailureAnswers(contract, viewOf(settings, era), settings.onFault);
      byEra.set(era, made);
      return made;
    };
  };
  const own = make(settings.contract);
  const specified = make(mcpWords);
  return (era, condition) =>
    condition !== undefined && SPECIFIED.has(condition) && ERA_RULES[era].mcp
      ? specified(era)
      : own(era);
}

function viewOf({ redactor, budget }: HttpSettings, era: Era) {
  return createView({ era, ...(redactor && { redactor }), ...(budget && { budget }) });
}

/** The text for a refusal of another catalog, which the contract would mask as unexpected. */
function untold(thrown: Fault, contract: Contract): string | undefined {
  const condition = ignoringErrors(() => thrown.condition);
  const sentence = condition === undefined ? undefined : TURNED_AWAY.get(condition);
  if (sentence === undefined) return undefined;
  return ignoringErrors(() => contract.adopt(thrown).condition) === condition
    ? undefined
    : sentence;
}

/** The missing capability behind a failure, also where the contract had no word for it and masked it. */
function lackOf(fault: Fault): Fault | undefined {
  const faults = [fault, fault.cause].filter(isFault);
  return faults.find((one) => ignoringErrors(() => one.condition) === 'missing-client-capability');
}

/** What is wrong with a request as HTTP, or as a message of its revision: the status, and one sentence of fixed words. */
export const HTTP_PROBLEMS = {
  'host-refused': [403, 'The Host header names a host that is not served here'],
  'origin-refused': [403, 'Pages of this origin may not call this server'],
  'http-method': [405, 'This HTTP method is not served here'],
  'content-type': [415, 'The body has to be application/json'],
  accept: [406, 'The client accepts neither application/json nor text/event-stream'],
  'accept-events': [406, 'The client does not accept text/event-stream'],
  'too-large': [413, PROBLEMS['too-large'][1]],
  'too-slow': [408, 'The body did not arrive in time'],
  'batch-refused': [400, PROBLEMS['batch-refused'][1]],
  'batch-modern': [400, 'A request of MCP 2026-07-28 cannot be part of a batch'],
  'response-refused': [400, 'In this protocol revision clients have nothing to respond to'],
  'session-missing': [400, 'The Mcp-Session-Id header is missing: send initialize first'],
  'session-unknown': [404, 'Unknown or ended session: send initialize again'],
  'session-initialized': [400, 'This session is initialized already'],
  'stream-open': [409, 'This session has an event stream already'],
} as const satisfies Record<string, readonly [number, string]>;

/** The name of a reason why the edge itself refuses a request. */
export type HttpProblem = keyof typeof HTTP_PROBLEMS;

export function failureOf(problem: HttpProblem): ProtocolFailure {
  const details = HTTP_PROBLEMS[problem][1];
  return { condition: 'invalid-request', context: { problem }, given: { details } };
}

/** Why a request cannot be served now, though nothing is wrong with it. */
export function busyFailure(details: string, retryAfter: number): ProtocolFailure {
  return {
    condition: 'internal',
    given: { details, retryAfter, effect: 'none', strategy: 'retry_with_backoff' },
  };
}
