import {
  objectOrEmpty,
  isLate,
  settleWithin,
  whenReady,
  type FailureBody,
  type ProtocolFailure,
} from '@errata/core/internal';
import { isFault } from '@errata/core';
import { createAnswering, Replies } from './answering.js';
import { type CallFailures, GuardedCall, NO_JSON } from './guarded-call.js';
import { withSignal } from './deadline-signal.js';
import { createInspections } from './inspections.js';
import type { GuardOptions } from './options.js';
import { type GuardedClient, hasReadOnlyHint, type ServerFacts } from './server-facts.js';
import { pickUp } from './pick-up.js';
import { rejectedParams } from './rejected-params.js';
import { passReported } from './reported.js';
import { asSdkError, withoutPrefix } from './sdk-error.js';
import { failureOfRefusal } from './sdk-refusal.js';
import { signalOf, type McpServerLike, type Outbound, type ProtocolLike } from './sdk-shape.js';
import { invoke, reportCall } from './wrap-handler.js';

/** What a guarded server consists of. */
export interface Guarded {
  readonly protocol: ProtocolLike;
  readonly mcp: McpServerLike | undefined;
  readonly peer: GuardedClient;
  readonly facts: ServerFacts;
}

export function createCallFailures(
  options: GuardOptions,
  { protocol, mcp, peer, facts }: Guarded,
): CallFailures {
  const { onCall, deadline } = options;
  const replies = new Replies(createAnswering(options), peer, (call) =>
    isReadOnly(call, mcp, facts),
  );
  const inspections = createInspections(mcp, facts, replies);

  /** A result is returned; an error is thrown, for the SDK to send. The reply channel puts it right. */
  const answer = (call: GuardedCall, { result, error }: FailureBody): unknown => {
    if (onCall !== undefined) reportCall(onCall, call);
    if (error === undefined) return result;
    call.error = error;
    throw createCarrier();
  };

  const failed = (thrown: unknown, call: GuardedCall): unknown => {
    if (isLate(thrown)) return answer(call, replies.failWith(thrown.failure, call));
    const rejected = rejectedParams(thrown, call, protocol);
    if (rejected !== undefined) return answer(call, replies.failWith(rejected, call));
    const inspection = inspections.get(call.request.method);
    return whenReady(inspection?.thrown?.(thrown, call), (failure) => {
      if (failure !== undefined) return answer(call, replies.failWith(failure, call));
      if (inspection?.seam === true && !isFault(thrown))
        return answer(call, replies.refuse(thrown, call));
      const { doubtful = false } = inspection ?? {};
      return answer(call, replies.fail(thrown, call, { doubtful }));
    });
  };

  return {
    broken: (unsendable, call) => answer(call, replies.broken(unsendable, call)),

    async refuse(call, given) {
      const { request } = call;
      const failure = given ?? inspections.get(request.method)?.before?.(request) ?? GONE;
      return answer(call, replies.failWith(failure, call));
    },

    returned(result, call) {
      if (isFault(result)) return failed(result, call);
      const { outcome } = call;
      if (outcome !== undefined && 'thrown' in outcome)
        return answer(call, replies.fail(outcome.thrown, call));
      const after = inspections.get(call.request.method)?.after;
      // A failed result of any other method, such as that of a task, passes as one that a tool wrote.
      const reply = after
        ? after(result, call)
        : passReported(result as object, call, replies, false);
      return whenReady(reply, (body) => answer(call, body));
    },

    thrown(thrown, call) {
      const signal = signalOf(call.context);
      if (signal?.aborted !== true) return failed(thrown, call);
      // A cancelled request is not answered; what it still failed with is for the operator.
      replies.recordOf(call).cancel(signal.reason);
      replies.note(thrown, call);
      throw thrown;
    },

    async timed(handler, call) {
      const { method, params } = call.request;
      const limit = typeof deadline === 'function' ? deadline(method, params) : deadline;
      if (limit === undefined) return invoke(handler, call);
      const { context, expire } = withSignal(call.context);
      const { name } = objectOrEmpty(params);
      const tool = method === 'tools/call' && typeof name === 'string' ? name : undefined;
      try {
        return await settleWithin(invoke(handler, call, context), limit, method, tool);
      } catch (thrown) {
        if (isLate(thrown)) expire(thrown.failure.given?.details);
        throw thrown;
      }
    },

    unwritable(cause, call) {
      return { jsonrpc: '2.0', id: call.id, ...replies.broken({ cause, why: NO_JSON }, call) };
    },

    correct: (message, call) => correct(message, call, replies),

    dropped(line) {
      const era = replies.eraOf(new GuardedCall({ method: '' }, 0));
      pickUp(line, era, replies.answering);
    },
  };
}

/** An error for the SDK, without a stack. What it says is replaced before it is sent. */
function createCarrier(): Error {
  return Object.assign(Object.create(Error.prototype) as Error, {
    code: -32603,
    message: 'Internal error',
  });
}

/** It was there when it was looked for, and then it was not. */
const GONE: ProtocolFailure = { condition: 'internal' };

/** Rewrites an error that the SDK made without a handler in the contract's words, and reports it like any other failure. */
function correct(message: Outbound, call: GuardedCall, replies: Replies): object {
  const error = message.error!;
  const failure = failureOfRefusal(error, call.request);
  if (failure !== undefined) return { ...message, error: replies.refuseWith(failure, call).error };
  const withoutCode = withoutPrefix(error.message, error.code);
  const thrown = Object.assign(new Error(withoutCode), {
    ...error,
    message: withoutCode,
    name: 'ProtocolError',
  });
  if (asSdkError(thrown) === undefined) return message;
  replies.note(thrown, call);
  const { redactor } = replies.answering;
  return { ...message, error: { ...error, message: redactor.redact(withoutCode) } };
}

function isReadOnly(
  { request: { method, params } }: GuardedCall,
  mcp: McpServerLike | undefined,
  { readOnly }: ServerFacts,
): boolean {
  if (method !== 'tools/call') return false;
  const name = params?.['name'];
  if (mcp === undefined) return readOnly.has(name);
  return hasReadOnlyHint(mcp._registeredTools[String(name)]);
}
