import {
  createParser,
  encodeBatch,
  encodeError,
  encodeResult,
  idValue,
  toJson,
  type Limits,
  type NotificationMessage,
  type Params,
  type Problem,
  type RequestMessage,
  type ResponseMessage,
  type SingleMessage,
} from '../codec/index.js';
import {
  createRpcWriter,
  DEFAULT_BUDGET,
  toFaultRecord,
  toToolFailure,
  type Budget,
  type Contract,
  type FaultRecord,
  type View,
} from '../contract/index.js';
import { standard } from '../catalog/index.js';
import { ERA_RULES, PROTOCOL_CONDITIONS, type Era } from '../era/index.js';
import { classify, createRedactor, isFault, type Fault, type Redactor } from '../fault/index.js';
import { Call, type CallInfo } from './call.js';
import { createInFlight } from './in-flight.js';

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
  readonly onFault?: (record: FaultRecord, fault: Fault) => void;
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
  const { contract, era, onFault, onResponse } = options;
  const parse = createParser({ era, ...(options.limits && { limits: options.limits }) });
  const methods = new Map(Object.entries(options.methods));
  const view: View = {
    era,
    redactor: options.redactor ?? createRedactor(),
    budget: { ...DEFAULT_BUDGET, ...options.budget },
    ...(options.debug === true && { debug: true }),
  };
  const write = createRpcWriter(contract, view);
  const inFlight = createInFlight();
  const unreadableId = contract.unreadableId(era);
  const asResults = contract.toolFailures(era) === 'tool';
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
    if (inFlight.size > 0 && inFlight.has(id)) {
      const details = 'A request with this id is still being worked on';
      return fail(
        contract.protocolFault('invalid-request', { problem: 'id-in-use' }, { details }),
        call,
        params,
      );
    }
    const handler = methods.get(method);
    if (handler === undefined)
      return fail(contract.protocolFault('method-not-found', { method }), call, params);
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
    const json = toJson(result);
    if (json !== undefined) return encodeResult(call.id!, json);
    const details = 'The result has no JSON form';
    return fail(contract.protocolFault('internal', {}, { details, effect: 'done' }), call, params)!;
  }

  /** Nobody is told of a notification's failure but the operator (JSON-RPC §4.1). */
  function notification({ method, params }: NotificationMessage): Maybe<undefined> {
    if (mcp && method === 'notifications/cancelled') return cancel(params);
    const handler = methods.get(method);
    if (handler === undefined) return undefined;
    const call = new Call(method, undefined);
    const lost = (thrown: unknown) => void observe(toFault(thrown, call), call, params);
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
    const call = new Call('', id);
    const fault = contract.protocolFault(condition, { problem: name }, { details });
    observe(fault, call, undefined);
    if (!answerable) return undefined;
    return encodeError(id, write(fault), unreadableId);
  }

  function fail(thrown: unknown, call: Call, params: Params | undefined): string | undefined {
    const fault = toFault(thrown, call);
    observe(fault, call, params);
    if (call.cancelled) return undefined;
    if (asResults && call.method === 'tools/call' && !isProtocol(fault)) {
      const json = toJson(quietly(() => toToolFailure(fault, contract, view)));
      if (json !== undefined) return encodeResult(call.id!, json);
    }
    return encodeError(call.id, write(fault), unreadableId);
  }

  function toFault(thrown: unknown, call: Call): Fault {
    // The contract's own hooks may fail too; then the peer gets the standard failure and the operator what was thrown.
    const fault =
      quietly(() => contract.adopt(isFault(thrown) ? thrown : classify(thrown))) ??
      standard.INTERNAL_ERROR({}, { cause: thrown });
    if (call.refIfUsed !== undefined) fault.adoptRef(call.refIfUsed);
    return fault;
  }

  function observe(fault: Fault, call: Call, params: Params | undefined): void {
    if (onFault === undefined) return;
    quietly(() => {
      const toolName = call.method === 'tools/call' ? nameOf(params) : undefined;
      const record = toFaultRecord(fault, contract, view, {
        ...(call.id !== undefined && { requestId: String(idValue(call.id) ?? 'null') }),
        ...(call.method !== '' && { method: call.method }),
        ...(toolName !== undefined && { toolName }),
      });
      onFault(record, fault);
    });
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

function isProtocol(fault: Fault): boolean {
  const condition = quietly(() => fault.condition);
  return condition !== undefined && PROTOCOL_CONDITIONS.has(condition);
}

function nameOf(params: Params | undefined): string | undefined {
  const { name } = (params ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

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

/** What a hook does wrong must not cost anyone a reply. */
function quietly<T>(hook: () => T): T | undefined {
  try {
    return hook();
  } catch {
    return undefined;
  }
}
