import {
  createParser,
  encodeBatch,
  encodeResult,
  type Limits,
  type NotificationMessage,
  type Params,
  type Problem,
  type RequestMessage,
  type ResponseMessage,
  type SingleMessage,
} from '../codec/index.js';
import { createView, type Budget, type Contract } from '../contract/index.js';
import { ERA_RULES, ERAS, type Era } from '../era/index.js';
import { isFault, type Redactor } from '../fault/index.js';
import { createFailureAnswers, type Met, type OnFault } from './answer-failure.js';
import { Call, type CallInfo } from './call.js';
import { createInFlight } from './in-flight.js';
import { quietly } from './quietly.js';

/** Works on one method. What it returns is the result; what it throws, or a fault that it returns, is the failure. */
export type Handler = (params: Params | undefined, call: CallInfo) => unknown;

export interface ServerOptions {
  readonly contract: Contract;
  readonly era: Era;
  /** Requests and notifications by method name. */
  readonly methods: Readonly<Record<string, Handler>>;
  readonly limits?: Partial<Limits>;
  readonly budget?: Partial<Budget>;
  readonly redactor?: Redactor;
  /** Local debug mode: shows the operator's details on the wire. */
  readonly debug?: boolean;
  /** Gets the full record of every failure, also of those that nobody is told about. */
  readonly onFault?: OnFault;
  /** Gets the replies to requests that this side sent. */
  readonly onResponse?: (response: ResponseMessage) => void;
}

type Maybe<T> = T | Promise<T>;

/** The boundary between texts and handlers. */
export interface Server {
  /** Work on one text and give the text to answer with, if any. Synchronous where the handlers are. Never throws, never rejects. */
  receive(input: string | Uint8Array): Maybe<string | undefined>;
  /** How many requests wait for their reply. */
  readonly inFlight: number;
  /** Cancel whatever is in progress: the connection is gone. */
  close(why?: unknown): void;
}

/** Dispatch with exactly one reply per request, under its id, and none per notification. */
export function createServer(options: ServerOptions): Server {
  const { contract, era, onResponse } = options;
  assertServed(contract, era);
  const parse = createParser({ era, ...(options.limits && { limits: options.limits }) });
  const methods = new Map(Object.entries(options.methods));
  const view = createView({
    era,
    ...(options.redactor && { redactor: options.redactor }),
    ...(options.budget && { budget: options.budget }),
    ...(options.debug === true && { debug: true }),
  });
  const { fail, refuse, note } = createFailureAnswers(contract, view, options.onFault);
  const inFlight = createInFlight();
  const mcp = ERA_RULES[era].mcp;

  function receive(input: string | Uint8Array): Maybe<string | undefined> {
    const incoming = parse(input);
    if (incoming.kind !== 'batch') return handle(incoming);
    const replies = incoming.messages.map(handle);
    return replies.some(isPromise)
      ? Promise.all(replies).then((settled) => encodeBatch(settled.filter(isText)))
      : encodeBatch((replies as (string | undefined)[]).filter(isText));
  }

  function handle(message: SingleMessage | Problem): Maybe<string | undefined> {
    switch (message.kind) {
      case 'request':
        return request(message);
      case 'notification':
        return notification(message);
      case 'response':
        return void quietly(() => onResponse?.(message));
      case 'problem':
        return problem(message);
    }
  }

  function request({ id, method, params }: RequestMessage): Maybe<string | undefined> {
    const call = new Call(method, id);
    if (inFlight.size > 0 && inFlight.has(id)) return refuse(ID_IN_USE, call, params);
    const handler = methods.get(method);
    if (handler === undefined) {
      return refuse({ condition: 'method-not-found', context: { method } }, call, params);
    }
    let result: unknown;
    try {
      result = handler(params, call);
      if (!isPromise(result)) return finish(result, call, params);
    } catch (thrown) {
      return fail(thrown, call, params);
    }
    inFlight.add(call);
    return settle(result, call, params);
  }

  async function settle(
    pending: PromiseLike<unknown>,
    call: Call,
    params: Params | undefined,
  ): Promise<string | undefined> {
    try {
      const result = await pending;
      return call.cancelled ? undefined : finish(result, call, params);
    } catch (thrown) {
      return fail(thrown, call, params);
    } finally {
      inFlight.remove(call);
    }
  }

  /** A fault may be returned as well as thrown: throwing costs more than all the rest of a failure. */
  function finish(result: unknown, call: Call, params: Params | undefined): string | undefined {
    return isFault(result) ? fail(result, call, params) : succeed(result, call, params);
  }

  function succeed(result: unknown, call: Call, params: Params | undefined): string {
    let cause: unknown;
    try {
      const json = JSON.stringify(result);
      if (json !== undefined) return encodeResult(call.id!, json);
    } catch (thrown) {
      cause = thrown;
    }
    const given = { details: 'The result has no JSON form', effect: 'done', cause } as const;
    return refuse({ condition: 'internal', given }, call, params);
  }

  /** Nobody is told of a notification's failure but the operator (JSON-RPC §4.1). */
  function notification({ method, params }: NotificationMessage): Maybe<undefined> {
    if (mcp && method === 'notifications/cancelled') return cancel(params);
    const handler = methods.get(method);
    if (handler === undefined) return undefined;
    const call = new Call(method, undefined);
    const lost = (thrown: unknown): undefined => void note(thrown, call, params);
    try {
      const pending = handler(params, call);
      return isPromise(pending) ? Promise.resolve(pending).then(() => undefined, lost) : undefined;
    } catch (thrown) {
      return lost(thrown);
    }
  }

  function cancel(params: Params | undefined): undefined {
    const { requestId, reason } = (params ?? {}) as { requestId?: unknown; reason?: unknown };
    const call = inFlight.find(requestId);
    // MCP: a cancellation of something unknown or finished is ignored, and initialize cannot be cancelled.
    if (call !== undefined && call.method !== 'initialize') call.cancel(reason);
  }

  function problem({
    condition,
    problem: name,
    details,
    id,
    answerable,
  }: Problem): string | undefined {
    const reply = refuse(
      { condition, context: { problem: name }, given: { details } },
      new Call('', id),
    );
    return answerable ? reply : undefined;
  }

  return {
    receive,
    get inFlight() {
      return inFlight.size;
    },
    close(why) {
      for (const call of inFlight.all()) call.cancel(why);
    },
  };
}

/** The era often comes from a negotiation, so it is looked at before the first message and not at the first failure. */
function assertServed({ catalog }: Contract, era: Era): void {
  if (!Object.hasOwn(ERA_RULES, era)) {
    throw new TypeError(`there is no era ${JSON.stringify(era)}; there are ${ERAS.join(', ')}`);
  }
  const { eras = ERAS } = catalog.rules;
  if (!eras.includes(era)) {
    throw new TypeError(
      `catalog ${catalog.domain} is not served in ${era}, only in ${eras.join(', ')}`,
    );
  }
}

const ID_IN_USE: Met = {
  condition: 'invalid-request',
  context: { problem: 'id-in-use' },
  given: { details: 'A request with this id is still being worked on' },
};

function isPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

function isText(reply: string | undefined): reply is string {
  return reply !== undefined;
}
