import type { WireError } from '@errata/core/codec';
import { isFault } from '@errata/core/fault';
import {
  isLate,
  settleWithin,
  type Call,
  type Deadline,
  type Exchange,
  type Met,
  type OnCall,
} from '@errata/core/server';
import { callOf, type Answering, type Asked, type Reply } from './answering.js';
import { withSignal } from './deadline-signal.js';
import type { Peer } from './peer.js';
import { malformedParams } from './request-shapes.js';
import {
  requestIdOf,
  signalOf,
  type SdkContext,
  type SdkHandler,
  type SdkRequest,
} from './sdk-shape.js';

/** What is looked at around the handler of one method. */
export interface Inspection {
  /** Something that is wrong with the request before the handler runs. */
  before?(request: SdkRequest): Met | undefined;
  /** Whether a result is one that `after` has to see. */
  concerns?(result: unknown): boolean;
  /** The reply in the place of such a result; undefined leaves it as it is. */
  after?(result: unknown, call: Call, asked: Asked): Promise<Reply | undefined>;
  /** What an exception really says, where the SDK has made something else of it. */
  thrown?(thrown: unknown, asked: Asked): Promise<Met | undefined>;
  /** What is thrown past `after` is the SDK's own, not the author's: it is about the call, and an error object in every era. */
  readonly seam?: boolean;
}

export interface HandlerOptions {
  readonly answering: Answering;
  readonly peer: Peer;
  readonly inspections: ReadonlyMap<string, Inspection>;
  readonly deadline: Deadline | undefined;
  readonly onCall: OnCall | undefined;
  /** The exchange of a request, where one of our edges is the transport. */
  readonly exchangeOf: (id: string | number) => Exchange | undefined;
  /** Told of an error object that the SDK is about to send, because it may change it on the way. */
  readonly prepare: (id: string | number, reply: Reply) => void;
}

/** Wrap request handlers: what they throw, return as a fault or report in a result goes out in the contract's form. */
export function createWrapper(options: HandlerOptions): (handler: SdkHandler) => SdkHandler {
  const { answering, peer, inspections, deadline, onCall } = options;

  const answer = async (
    request: SdkRequest,
    context: SdkContext,
    reply: (call: Call, asked: Asked) => Reply | undefined | Promise<Reply | undefined>,
  ): Promise<unknown> => {
    const asked = askedOf(request, context, options);
    const call = callOf(asked);
    const made = await reply(call, asked);
    if (onCall !== undefined) tell(onCall, request, context, call);
    if (made === undefined) return undefined;
    if (made.error === undefined) return made.result;
    options.prepare(asked.id, made);
    throw createCarrier(made.error);
  };

  const failed = (thrown: unknown, request: SdkRequest, context: SdkContext): Promise<unknown> =>
    answer(request, context, async (call, asked) => {
      if (isLate(thrown)) return answering.meet(thrown.met, call, asked);
      const inspection = inspections.get(request.method);
      const met = await inspection?.thrown?.(thrown, asked);
      if (met !== undefined) return answering.meet(met, call, asked);
      return inspection?.seam === true && !isFault(thrown)
        ? answering.refuse(thrown, call, asked)
        : answering.fail(thrown, call, asked);
    });

  return (handler) => (request, context) => {
    const inspection = inspections.get(request.method);
    const met = malformedParams(request) ?? inspection?.before?.(request);
    if (met !== undefined) {
      return answer(request, context, (call, asked) => answering.meet(met, call, asked));
    }
    if (onCall !== undefined) STARTED.set(context, Date.now());
    return start(handler, request, context, limitFor(deadline, request)).then(
      async (result) => {
        if (isFault(result)) return failed(result, request, context);
        if (request.method === 'initialize') peer.agreed(request, result);
        if (inspection?.concerns?.(result) === true) {
          const shown = await answer(request, context, (call, asked) =>
            inspection.after!(result, call, asked),
          );
          return shown ?? result;
        }
        if (onCall !== undefined) tell(onCall, request, context);
        return result;
      },
      (thrown: unknown) => {
        if (isUrlElicitation(thrown)) throw thrown;
        if (signalOf(context)?.aborted !== true) return failed(thrown, request, context);
        // A cancelled request is not answered; what it still failed with is for the operator.
        const asked = askedOf(request, context, options);
        answering.note(thrown, callOf(asked), asked);
        throw thrown;
      },
    );
  };
}

/** An error for the SDK, which sends whatever it finds under these names. Its stack would be nobody's to read. */
function createCarrier({ code, message, data }: WireError): Error {
  return Object.assign(Object.create(Error.prototype) as Error, { code, message, data });
}

/** When a request came in, for whoever measures. */
const STARTED = new WeakMap<SdkContext, number>();

function tell(onCall: OnCall, { method, params }: SdkRequest, context: SdkContext, call?: Call) {
  const tool = method === 'tools/call' ? params?.['name'] : undefined;
  try {
    onCall({
      method,
      ...(typeof tool === 'string' && { tool }),
      milliseconds: Date.now() - (STARTED.get(context) ?? Date.now()),
      ...(call?.fault !== undefined && { fault: call.fault }),
    });
  } catch {
    // An observer that fails must not cost anyone a reply.
  }
}

function start(
  handler: SdkHandler,
  request: SdkRequest,
  context: SdkContext,
  limit: number | undefined,
): Promise<unknown> {
  if (limit === undefined) return invoke(handler, request, context);
  const { context: timed, expire } = withSignal(context);
  const tool = request.method === 'tools/call' ? request.params?.['name'] : undefined;
  const name = typeof tool === 'string' ? tool : undefined;
  const work = settleWithin(invoke(handler, request, timed), limit, request.method, name);
  return work.catch((thrown: unknown) => {
    if (isLate(thrown)) expire(thrown.met.given?.details);
    throw thrown;
  });
}

/** v1 parses the request before it calls the handler, and throws at once where that fails. */
function invoke(handler: SdkHandler, request: SdkRequest, context: SdkContext): Promise<unknown> {
  try {
    return Promise.resolve(handler(request, context));
  } catch (thrown) {
    return Promise.reject(thrown as Error);
  }
}

function limitFor(deadline: Deadline | undefined, { method, params }: SdkRequest) {
  if (typeof deadline !== 'function') return deadline;
  try {
    return deadline(method, params);
  } catch {
    return undefined; // a deadline that cannot be told is none
  }
}

function askedOf(
  request: SdkRequest,
  context: SdkContext,
  { peer, exchangeOf }: Pick<HandlerOptions, 'peer' | 'exchangeOf'>,
): Asked {
  const id = requestIdOf(context) ?? 0;
  return {
    request,
    id,
    era: peer.eraOf(context),
    client: peer.clientOf(context),
    exchange: exchangeOf(id),
  };
}

/** −32042 is no failure: it asks the user to visit a page, and the SDK knows how each era says so. */
function isUrlElicitation(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { code?: unknown }).code === -32042;
}
