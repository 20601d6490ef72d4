import type { Deadline, Exchange, OnCall } from '@errata/core/server';
import { ambient } from './ambient.js';
import type { Court, Judge } from './judge.js';
import { isMarked } from './marks.js';
import type { Peer } from './peer.js';
import { malformedParams } from './request-shapes.js';
import type { McpServerLike, SdkContext, SdkHandler, SdkRequest } from './sdk-shape.js';
import { markStart, tellCall } from './tell-call.js';
import { isFailedResult, isMissing, type Watch } from './watch.js';

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

/** Wrap request handlers: what goes well passes, the rest is judged. */
export function createWrapper(options: HandlerOptions): (handler: SdkHandler) => SdkHandler {
  const { court, mcp, peer, deadline, onCall } = options;
  const judged = (use: (judge: Judge) => Promise<unknown>): Promise<unknown> =>
    Promise.resolve(court.call()).then(use);

  return (handler) => (request, context) => {
    if (malformedParams(request) !== undefined || (mcp !== undefined && isMissing(request, mcp))) {
      return judged((judge) => judge.refuse(request, context));
    }
    if (onCall !== undefined) markStart(context);
    const start = () =>
      deadline === undefined
        ? invoke(handler, request, context)
        : judged((judge) => judge.timed(handler, request, context));
    // The SDK may work on a message in the turn of an earlier one.
    const exchange = options.exchangeOf(context);
    const work = exchange === undefined ? start() : ambient.run(exchange, start);
    return work.then(
      (result) => {
        if (isMarked(result) || isFailedResult(result)) {
          return judged((judge) => judge.returned(result, request, context));
        }
        note(request, result, options);
        if (onCall !== undefined) tellCall(onCall, request, context);
        return result;
      },
      (thrown: unknown) => {
        // −32042 is no failure: it asks the user to visit a page, and the SDK knows how each era says so.
        if (isUrlElicitation(thrown)) throw thrown;
        return judged((judge) => judge.thrown(thrown, request, context));
      },
    );
  };

  function note({ method, params }: SdkRequest, result: unknown, { watch }: HandlerOptions): void {
    if (method === 'initialize') peer.agreed({ method, ...(params && { params }) }, result);
    if (method === 'tools/list' && mcp === undefined) learnStrict(result, watch.strict);
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
    return Promise.reject(thrown as Error);
  }
}

function isUrlElicitation(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { code?: unknown }).code === -32042;
}

/** A low-level server says only here which of its tools declare what they return. */
function learnStrict(result: unknown, strict: Set<unknown>): void {
  const { tools } = (result ?? {}) as { tools?: unknown };
  for (const tool of Array.isArray(tools) ? (tools as Partial<ListedTool>[]) : []) {
    if (tool.outputSchema === undefined) strict.delete(tool.name);
    else strict.add(tool.name);
  }
}

interface ListedTool {
  readonly name: unknown;
  readonly outputSchema: unknown;
}
