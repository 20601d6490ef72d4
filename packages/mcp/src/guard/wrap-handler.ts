import type { Deadline, Maybe, ProtocolFailure, OnCall } from '@errata/core/internal';
import {
  type CallFailures,
  attachedCall,
  contextWithCall,
  copyOf,
  GuardedCall,
  isMarked,
} from './guarded-call.js';
import {
  firstPageOf,
  isFailedResult,
  isMissing,
  type ServerFacts,
  unknownCursor,
  type GuardedClient,
} from './server-facts.js';
import {
  type McpServerLike,
  requestIdOf,
  type SdkContext,
  type SdkHandler,
  type SdkRequest,
} from './sdk-shape.js';
import { isLogLevel, LOG_LEVELS, TASK_KEY, wrongParam } from '@errata/core/internal/era';

/** Runs the handler of a call in its context. */
export type RunAround = <T>(call: GuardedCall, work: () => T) => T;

export interface WrapOptions {
  readonly failures: () => Maybe<CallFailures>;
  readonly mcp: McpServerLike | undefined;
  readonly peer: GuardedClient;
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
        if (isWritable(result)) return succeeded(result, call);
        const copy = copyOf(result);
        if (!('cause' in copy)) return succeeded(copy.value, call);
        return failing((failures) => failures.broken(copy, call));
      },
      (thrown: unknown) => failing((failures) => failures.thrown(thrown, call)),
    );
  };

  function succeeded(result: unknown, call: GuardedCall): unknown {
    const { method, params } = call.request;
    facts.pages.note(method, result);
    if (method === 'initialize') peer.agreed({ method, ...(params && { params }) }, result);
    if (method === 'tools/list' && mcp === undefined) facts.learnTools(result);
    if (onCall !== undefined) reportCall(onCall, call);
    call.isWritable = true;
    return result;
  }

  return (handler) => (request, context) => {
    const call = attachedCall(request) ?? new GuardedCall(request, requestIdOf(context) ?? 0);
    call.request = request;
    call.context = contextWithCall(context, call);
    const failure = malformedParams(request);
    if (failure !== undefined || (mcp !== undefined && isMissing(request, mcp))) {
      return failing((failures) => failures.refuse(call, failure));
    }
    if (!facts.pages.isDoubtful(request)) return run(handler, call);
    return hasNextPage(handler, call).then((known) =>
      known
        ? run(handler, call)
        : failing((failures) => failures.refuse(call, unknownCursor(request.method))),
    );
  };
}

/** Whether a result can be sent as it is. Transports fail without a word on one that cannot, and the client waits. */
export function isWritable(result: unknown): boolean {
  try {
    return (
      typeof result === 'object' &&
      result !== null &&
      !Array.isArray(result) &&
      isPlain(result, MAX_DEPTH)
    );
  } catch {
    return false; // a getter that throws
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
    const observed: unknown = onCall({
      method,
      ...(typeof tool === 'string' && { tool }),
      milliseconds: started === 0 ? 0 : Date.now() - started,
      ...(call?.fault !== undefined && { fault: call.fault }),
    });
    if (observed instanceof Promise) observed.catch(() => undefined);
  } catch {
    // An observer that fails must not cost anyone a reply.
  }
}

type Shape = 'string' | 'string?' | 'object' | 'object?' | 'strings?' | 'level';

/** What MCP demands of the params of each request. v2 answers a breach with −32603 and a dump of its schema library, v1 mostly so. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  initialize: { protocolVersion: 'string', capabilities: 'object', clientInfo: 'object' },
  'tools/call': { name: 'string', arguments: 'object?' },
  'prompts/get': { name: 'string', arguments: 'strings?' },
  'resources/read': { uri: 'string' },
  'resources/subscribe': { uri: 'string' },
  'resources/unsubscribe': { uri: 'string' },
  'completion/complete': { ref: 'object', argument: 'object' },
  'logging/setLevel': { level: 'level' },
  'tools/list': { cursor: 'string?' },
  'prompts/list': { cursor: 'string?' },
  'resources/list': { cursor: 'string?' },
  'resources/templates/list': { cursor: 'string?' },
};

/** The first wrong member of the params of a request, if any. */
export function malformedParams({ method, params = {} }: SdkRequest): ProtocolFailure | undefined {
  if (!Object.hasOwn(SHAPES, method)) return undefined;
  const shape = SHAPES[method]!;
  for (const name in shape) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const wrong = mismatch(name, shape[name]!, value);
    if (wrong !== undefined) return withMethod(wrong, method);
  }
  return undefined;
}

/** What is wrong with the `_meta` of a request. The SDKs drop such a message without a reply. */
export function malformedMeta({ method, params = {} }: SdkRequest): ProtocolFailure | undefined {
  if (!Object.hasOwn(params, '_meta')) return undefined;
  const { _meta: meta } = params as { readonly _meta: unknown };
  const wrong =
    mismatch('_meta', 'object', meta) ??
    wrongToken(meta as Record<string, unknown>) ??
    wrongTask(meta as Record<string, unknown>);
  return withMethod(wrong, method);
}

function withMethod(
  wrong: ProtocolFailure | undefined,
  method: string,
): ProtocolFailure | undefined {
  return wrong && { ...wrong, context: { ...wrong.context, method } };
}

function wrongToken({
  progressToken: token,
}: Readonly<Record<string, unknown>>): ProtocolFailure | undefined {
  if (token === undefined || typeof token === 'string' || Number.isInteger(token)) return undefined;
  return wrongParam('_meta.progressToken', 'string or integer', token);
}

function wrongTask({
  [TASK_KEY]: task,
}: Readonly<Record<string, unknown>>): ProtocolFailure | undefined {
  if (task === undefined) return undefined;
  const field = `_meta.${TASK_KEY}`;
  const wrong = mismatch(field, 'object', task);
  return wrong ?? mismatch(`${field}.taskId`, 'string', (task as { taskId?: unknown }).taskId);
}

function mismatch(field: string, shape: Shape, value: unknown): ProtocolFailure | undefined {
  if (value === undefined && shape.endsWith('?')) return undefined;
  if (shape === 'level') {
    return isLogLevel(value)
      ? undefined
      : wrongParam(field, `one of ${LOG_LEVELS.join(', ')}`, value);
  }
  if (shape === 'string' || shape === 'string?') {
    return typeof value === 'string' ? undefined : wrongParam(field, 'string', value);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrongParam(field, 'object', value);
  }
  if (shape !== 'strings?') return undefined;
  const wrong = Object.entries(value).find(([, each]) => typeof each !== 'string');
  return wrong && wrongParam(`${field}.${wrong[0]}`, 'string', wrong[1]);
}
