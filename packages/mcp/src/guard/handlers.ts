import type { Deadline, Exchange, OnCall } from '@errata/core/server';
import { ambient } from './ambient.js';
import { markEarly } from './early.js';
import type { Court, Judge } from './judge.js';
import { isMarked } from './marks.js';
import { firstPageOf, unknownCursor } from './pages.js';
import type { Peer } from './peer.js';
import { malformedParams } from './request-shapes.js';
import type {
  McpServerLike,
  RegisteredTool,
  SdkContext,
  SdkHandler,
  SdkRequest,
} from './sdk-shape.js';
import { markStart, tellCall } from './tell-call.js';
import { hasReadOnlyHint, isFailedResult, isMissing, type Watch } from './watch.js';

export interface HandlerOptions {
  readonly court: Court;
  readonly mcp: McpServerLike | undefined;
  readonly peer: Peer;
  readonly watch: Watch;
  readonly deadline: Deadline | undefined;
  readonly onCall: OnCall | undefined;
  /** What a request came in, where its transport says so. */
  readonly exchangeOf: (context: SdkContext) => Exchange | undefined;
}

type Start = (handler: SdkHandler, request: SdkRequest, context: SdkContext) => Promise<unknown>;

/** Wrap request handlers: what goes well passes, the rest is judged. */
export function createWrapper(options: HandlerOptions): (handler: SdkHandler) => SdkHandler {
  const { court, mcp, peer, watch, deadline, onCall } = options;
  const judged = (use: (judge: Judge) => Promise<unknown>): Promise<unknown> =>
    Promise.resolve(court.call()).then(use);

  const start: Start = (handler, request, context) => {
    const work = () =>
      deadline === undefined
        ? invoke(handler, request, context)
        : judged((judge) => judge.timed(handler, request, context));
    // The SDK may work on a message in the turn of an earlier one.
    const exchange = options.exchangeOf(context);
    return exchange === undefined ? work() : ambient.run(exchange, work);
  };

  /** A server that is made for each request never knows which cursors it gave; but where there is one page only, it gave none. */
  const continues = (...[handler, request, context]: Parameters<Start>): Promise<boolean> =>
    start(handler, firstPageOf(request), context).then(
      (first) => watch.pages.note(request.method, first),
      () => true,
    );

  const run: Start = (handler, request, context) => {
    if (onCall !== undefined) markStart(context);
    return start(handler, request, context).then(
      (result) => {
        if (isMarked(result) || isFailedResult(result)) {
          return judged((judge) => judge.returned(result, request, context));
        }
        const cause = whyUnwritable(result);
        if (cause !== undefined) return judged((judge) => judge.broken(cause, request, context));
        note(request, result);
        if (onCall !== undefined) tellCall(onCall, request, context);
        return result;
      },
      (thrown: unknown) => judged((judge) => judge.thrown(thrown, request, context)),
    );
  };

  return (handler) => (request, context) => {
    const met = malformedParams(request);
    if (met !== undefined || (mcp !== undefined && isMissing(request, mcp))) {
      return judged((judge) => judge.refuse(request, context, met));
    }
    if (!watch.pages.isDoubtful(request)) return run(handler, request, context);
    return continues(handler, request, context).then((known) =>
      known
        ? run(handler, request, context)
        : judged((judge) => judge.refuse(request, context, unknownCursor(request.method))),
    );
  };

  function note({ method, params }: SdkRequest, result: unknown): void {
    watch.pages.note(method, result);
    if (method === 'initialize') peer.agreed({ method, ...(params && { params }) }, result);
    if (method === 'tools/list' && mcp === undefined) learnTools(result, watch);
  }
}

/** What is wrong with a result that no reply can be made of. Transports fail on one without a word, and the client waits. */
export function whyUnwritable(result: unknown): unknown {
  if (typeof result !== 'object' || result === null)
    return new TypeError(`The handler returned ${result === null ? 'null' : typeof result}`);
  try {
    // `toJSON` may make anything of it.
    if (JSON.stringify(result)?.startsWith('{')) return undefined;
    return new TypeError('The result is no object in JSON');
  } catch (thrown) {
    return thrown ?? new TypeError('The result has no JSON form');
  }
}

/** v1 parses the request before it calls the handler, and throws at once where that fails. */
export function invoke(
  handler: SdkHandler,
  request: SdkRequest,
  context: SdkContext,
): Promise<unknown> {
  try {
    return Promise.resolve(handler(request, context));
  } catch (thrown) {
    markEarly(thrown);
    return Promise.reject(thrown as Error);
  }
}

/** A low-level server says only here which of its tools declare what they return, and which change nothing. */
function learnTools(result: unknown, { strict, readOnly }: Watch): void {
  const { tools } = (result ?? {}) as { tools?: unknown };
  for (const tool of Array.isArray(tools) ? (tools as ListedTool[]) : []) {
    strict[tool.outputSchema === undefined ? 'delete' : 'add'](tool.name);
    readOnly[hasReadOnlyHint(tool) ? 'add' : 'delete'](tool.name);
  }
}

interface ListedTool extends RegisteredTool {
  readonly name: unknown;
}
