import type { Deadline, Maybe } from '@errata/core/internal';
import type { OnCall } from '@errata/core';
import type { CallFailures } from './call-failures.js';
import { attachCall, attachedCall, GuardedCall, isMarked } from './guarded-call.js';
import {
  firstPageOf,
  isFailedResult,
  isMissing,
  type ServerFacts,
  unknownCursor,
} from './server-facts.js';
import type { Peer } from './peer.js';
import { malformedParams } from './request-shapes.js';
import { type McpServerLike, requestIdOf, type SdkContext, type SdkHandler } from './sdk-shape.js';

/** Runs the handler of a call, with what has to be at hand meanwhile. */
export type RunAround = <T>(call: GuardedCall, work: () => T) => T;

export interface WrapOptions {
  readonly failures: () => Maybe<CallFailures>;
  readonly mcp: McpServerLike | undefined;
  readonly peer: Peer;
  readonly facts: ServerFacts;
  readonly deadline: Deadline | undefined;
  readonly onCall: OnCall | undefined;
  readonly around: RunAround | undefined;
}

/** Wraps request handlers: what succeeds passes, the rest goes to `failures`. */
export function createWrapper(options: WrapOptions): (handler: SdkHandler) => SdkHandler {
  const { mcp, peer, facts, deadline, onCall, around } = options;
  const failing = <T>(use: (failures: CallFailures) => T): T | Promise<Awaited<T>> => {
    const failures = options.failures();
    return failures instanceof Promise
      ? (failures.then(use) as Promise<Awaited<T>>)
      : use(failures);
  };

  const start = (handler: SdkHandler, call: GuardedCall): Promise<unknown> => {
    if (around === undefined && deadline === undefined) return invoke(handler, call);
    const work = () =>
      deadline === undefined
        ? invoke(handler, call)
        : failing((failures) => failures.timed(handler, call));
    return around === undefined ? work() : around(call, work);
  };

  /** A server that is made for each request never knows which cursors it gave; but where there is one page only, it gave none. */
  const hasNextPage = (handler: SdkHandler, { request, id, context, call }: GuardedCall) => {
    const first = new GuardedCall(firstPageOf(request), id, call);
    first.context = context;
    return start(handler, first).then(
      (page) => facts.pages.note(request.method, page),
      () => true,
    );
  };

  const run = (handler: SdkHandler, call: GuardedCall): Promise<unknown> => {
    if (onCall !== undefined) call.started = Date.now();
    return start(handler, call).then(
      (result) => {
        if (isMarked(result) || isFailedResult(result)) {
          return failing((failures) => failures.returned(result, call));
        }
        const cause = whyUnwritable(result);
        if (cause !== undefined) return failing((failures) => failures.broken(cause, call));
        learn(call, result);
        if (onCall !== undefined) reportCall(onCall, call);
        return result;
      },
      (thrown: unknown) => failing((failures) => failures.thrown(thrown, call)),
    );
  };

  function learn({ request: { method, params } }: GuardedCall, result: unknown): void {
    facts.pages.note(method, result);
    if (method === 'initialize') peer.agreed({ method, ...(params && { params }) }, result);
    if (method === 'tools/list' && mcp === undefined) facts.learnTools(result);
  }

  return (handler) => (request, context) => {
    const call = attachedCall(request) ?? new GuardedCall(request, requestIdOf(context) ?? 0);
    call.request = request;
    call.context = attachCall(context, call);
    const met = malformedParams(request);
    if (met !== undefined || (mcp !== undefined && isMissing(request, mcp))) {
      return failing((failures) => failures.refuse(call, met));
    }
    if (!facts.pages.isDoubtful(request)) return run(handler, call);
    return hasNextPage(handler, call).then((known) =>
      known
        ? run(handler, call)
        : failing((failures) => failures.refuse(call, unknownCursor(request.method))),
    );
  };
}

/** What is wrong with a result that no reply can be made of. Transports fail on one without a word, and the client waits. */
export function whyUnwritable(result: unknown): unknown {
  if (typeof result !== 'object' || result === null)
    return new TypeError(`The handler returned ${result === null ? 'null' : typeof result}`);
  try {
    if (!Array.isArray(result) && isPlain(result, MAX_DEPTH)) return undefined;
    // `toJSON` may make anything of it.
    if (JSON.stringify(result)?.startsWith('{')) return undefined;
    return new TypeError('The result is no object in JSON');
  } catch (thrown) {
    return thrown ?? new TypeError('The result has no JSON form');
  }
}

/** Deeper than this, it may be a cycle. */
const MAX_DEPTH = 20;

/** Whether JSON can hold a value, at a look: a fraction of the time that writing it takes. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (depth === 0 || 'toJSON' in value) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlain(item, depth - 1)) return false;
    return true;
  }
  for (const key in value) {
    if (!isPlain((value as Record<string, unknown>)[key], depth - 1)) return false;
  }
  return true;
}

/** v1 parses the request before it calls the handler, and throws at once where that fails. */
export function invoke(
  handler: SdkHandler,
  call: GuardedCall,
  context: SdkContext = call.context,
): Promise<unknown> {
  try {
    return Promise.resolve(handler(call.request, context));
  } catch (thrown) {
    call.threwAtOnce = true;
    return Promise.reject(thrown as Error);
  }
}

/** Tells the observer of a request that was answered, and of what it failed with. */
export function reportCall(onCall: OnCall, { request, started, call }: GuardedCall): void {
  const { method, params } = request;
  const tool = method === 'tools/call' ? params?.['name'] : undefined;
  try {
    const told: unknown = onCall({
      method,
      ...(typeof tool === 'string' && { tool }),
      milliseconds: started === 0 ? 0 : Date.now() - started,
      ...(call?.fault !== undefined && { fault: call.fault }),
    });
    if (told instanceof Promise) told.catch(() => undefined);
  } catch {
    // An observer that fails must not cost anyone a reply.
  }
}
