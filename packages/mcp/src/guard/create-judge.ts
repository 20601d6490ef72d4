import type { WireError } from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import { ERAS, type Era } from '@errata/core/era';
import { isFault, type FaultOptions } from '@errata/core/fault';
import { isLate, settleWithin, type Call, type Met } from '@errata/core/server';
import { callOf, createAnswering, type Answering, type Asked, type Reply } from './answering.js';
import { withSignal } from './deadline-signal.js';
import { invoke, whyUnwritable } from './handlers.js';
import type { Inspection } from './inspection.js';
import { createInspections } from './inspections.js';
import type { Judge } from './judge.js';
import type { GuardOptions } from './options.js';
import { createCarrier } from './outgoing.js';
import type { Peer } from './peer.js';
import { rejectedParams } from './rejected-params.js';
import { pickUp } from './pick-up.js';
import { passReported } from './reported.js';
import { ambient } from './ambient.js';
import { asSdkError, withoutPrefix } from './sdk-error.js';
import { metOfRefusal } from './sdk-refusal.js';
import {
  requestIdOf,
  signalOf,
  type McpServerLike,
  type ProtocolLike,
  type SdkContext,
  type SdkRequest,
} from './sdk-shape.js';
import { tellCall } from './tell-call.js';
import { hasReadOnlyHint, type Watch } from './watch.js';

/** What a guarded server consists of. */
export interface Guarded {
  readonly protocol: ProtocolLike;
  readonly mcp: McpServerLike | undefined;
  readonly peer: Peer;
  readonly watch: Watch;
}

type MakeReply = (call: Call, asked: Asked) => Reply | undefined | Promise<Reply | undefined>;

/** Spoken by both SDKs before anything was agreed on. */
const FIRST_ERA: Era = '2025-11-25';

/** Everything that a guarded server needs once something has failed. */
export function createJudge(options: GuardOptions, guarded: Guarded): Judge {
  const answering = createAnswering(options);
  const { onCall, deadline } = options;
  const inspections = createInspections(guarded, answering);

  /** A failed result of any other method, such as that of a task. */
  const passed: NonNullable<Inspection['after']> = async (result, call, asked) =>
    passReported(result as object, { answering, call, asked, strict: false });

  const answer = async (request: SdkRequest, context: SdkContext, make: MakeReply) => {
    const asked = askedOf(request, context, guarded);
    const call = callOf(asked);
    const reply = await make(call, asked);
    if (onCall !== undefined) tellCall(onCall, request, context, call);
    if (reply?.error === undefined) return reply?.result;
    throw createCarrier(reply.error);
  };

  const failed = (thrown: unknown, request: SdkRequest, context: SdkContext) =>
    answer(request, context, async (call, asked) => {
      if (isLate(thrown)) return answering.meet(thrown.met, call, asked);
      const rejected = rejectedParams(thrown, request, guarded.protocol);
      if (rejected !== undefined) return answering.meet(rejected, call, asked);
      const inspection = inspections.get(request.method);
      const met = await inspection?.thrown?.(thrown, asked);
      if (met !== undefined) return answering.meet(met, call, asked);
      if (inspection?.seam === true && !isFault(thrown))
        return answering.refuse(thrown, call, asked);
      const { doubtful = false } = inspection ?? {};
      return answering.fail(thrown, call, { ...asked, doubtful });
    });

  const broken: Judge['broken'] = (cause, request, context) =>
    answer(request, context, async (call, asked) =>
      answering.refuseWith({ condition: 'internal', given: unwritable(cause) }, call, asked),
    );

  return {
    broken,

    refuse(request, context, given) {
      const met = given ?? inspections.get(request.method)?.before?.(request) ?? GONE;
      return answer(request, context, (call, asked) => answering.meet(met, call, asked));
    },

    async returned(result, request, context) {
      if (isFault(result)) return failed(result, request, context);
      const { after = passed } = inspections.get(request.method) ?? {};
      const shown =
        (await answer(request, context, (call, asked) => after(result, call, asked))) ?? result;
      const cause = whyUnwritable(shown);
      return cause === undefined ? shown : broken(cause, request, context);
    },

    thrown(thrown, request, context) {
      if (signalOf(context)?.aborted !== true) return failed(thrown, request, context);
      // A cancelled request is not answered; what it still failed with is for the operator.
      const asked = askedOf(request, context, guarded);
      answering.note(thrown, callOf(asked), asked);
      return Promise.reject(thrown as Error);
    },

    async timed(handler, request, context) {
      const { method, params } = request;
      const limit = typeof deadline === 'function' ? deadline(method, params) : deadline;
      if (limit === undefined) return invoke(handler, request, context);
      const { context: limited, expire } = withSignal(context);
      const { name } = membersOf(params);
      const tool = method === 'tools/call' && typeof name === 'string' ? name : undefined;
      const [given, own] = [signalOf(context), signalOf(limited)];
      try {
        return await settleWithin(invoke(handler, request, limited), limit, method, tool);
      } catch (thrown) {
        if (isLate(thrown)) expire(thrown.met.given?.details);
        throw thrown;
      } finally {
        const outcome = own && guarded.watch.outcomes.get(own);
        if (given !== undefined && outcome) guarded.watch.outcomes.set(given, outcome);
      }
    },

    unwritable(message, cause) {
      const asked = askedOf({ method: '' }, {}, guarded, message.id ?? 0);
      const met: Met = { condition: 'internal', given: unwritable(cause) };
      const reply = answering.meet(met, callOf(asked), asked);
      return { jsonrpc: '2.0', id: message.id, error: reply.error };
    },

    dropped: (line) => pickUp(line, askedOf({ method: '' }, {}, guarded).era, answering),

    correct: (message, request) => correct(message as Faulty, request, answering, guarded),
  };
}

function unwritable(cause: unknown): FaultOptions {
  return { details: 'The result has no JSON form', effect: 'done', cause };
}

/** It was there when it was looked for, and then it was not. */
const GONE: Met = { condition: 'internal' };

interface Faulty {
  readonly id: string | number;
  readonly error: WireError;
}

/** An error that the SDK made past every handler: it is told in the contract's words, and counted like any other failure. */
function correct(
  message: Faulty,
  request: SdkRequest | undefined,
  answering: Answering,
  guarded: Guarded,
): object {
  const { id, error } = message;
  const asked = askedOf(request ?? { method: '' }, {}, guarded, id);
  const call = callOf(asked);
  const met = metOfRefusal(error, request);
  if (met !== undefined) return { ...message, error: answering.refuseWith(met, call, asked).error };
  const said = withoutPrefix(error.message, error.code);
  const thrown = Object.assign(new Error(said), { ...error, message: said, name: 'ProtocolError' });
  if (asSdkError(thrown) === undefined) return message;
  answering.note(thrown, call, asked);
  return { ...message, error: { ...error, message: answering.redactor.redact(said) } };
}

function askedOf(
  request: SdkRequest,
  context: SdkContext,
  { peer, protocol, mcp, watch }: Guarded,
  id = requestIdOf(context) ?? 0,
): Asked {
  return {
    request,
    id,
    era: peer.versionsOf(context).map(eraOf).find(Boolean) ?? FIRST_ERA,
    client: peer.clientOf(context),
    exchange: protocol.transport?.exchangeOf?.(id) ?? ambient.find(),
    given: protocol.transport?.idOf?.(id),
    signal: signalOf(context),
    readOnly: isReadOnly(request, mcp, watch),
  };
}

function isReadOnly(
  { method, params }: SdkRequest,
  mcp: McpServerLike | undefined,
  { readOnly }: Watch,
): boolean {
  if (method !== 'tools/call') return false;
  const name = params?.['name'];
  if (mcp === undefined) return readOnly.has(name);
  return hasReadOnlyHint(mcp._registeredTools[String(name)]);
}

function eraOf(version: unknown): Era | undefined {
  return ERAS.find((era) => era !== 'jsonrpc' && era === version);
}
