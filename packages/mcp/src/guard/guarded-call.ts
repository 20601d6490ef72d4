import type { WireError } from '@errata/core/internal';
import type { Call } from '@errata/core';
import type { SdkContext, SdkInbound, SdkRequest } from './sdk-shape.js';

/** Arguments that do not fit the schema of their tool, or that could not be checked. */
export class RefusedArguments {
  readonly reason: { readonly issues: readonly unknown[] } | { readonly thrown: unknown };

  constructor(reason: RefusedArguments['reason']) {
    this.reason = reason;
  }
}

/** What became of a tool, before the SDK made a text of it. */
export type Outcome =
  | { readonly thrown: unknown }
  | { readonly refused: RefusedArguments }
  | { readonly reported: true }
  | { readonly ran: true };

const NO_CONTEXT: SdkContext = {};

/** One request on its way through a guarded server: all that is known of it, and what becomes of it. */
export class GuardedCall {
  readonly id: string | number;
  /** As its handler gets it; until then as it came in. */
  request: SdkRequest;
  context: SdkContext = NO_CONTEXT;
  /** Core's record of it: from the connection in front of the server, or made when it fails. */
  call: Call | undefined;
  outcome: Outcome | undefined = undefined;
  /** The SDK rejected it as soon as its handler was called. */
  threwAtOnce = false;
  started = 0;
  /** The error to send, whatever the SDK makes of it on the way. */
  error: WireError | undefined = undefined;

  constructor(request: SdkRequest, id: string | number, call?: Call) {
    this.request = request;
    this.id = id;
    this.call = call;
  }
}

const CALL = Symbol('errata.call');

interface Carrier {
  [CALL]?: GuardedCall;
}

/** Lets a call travel on an object of the SDK's: a message, the context of a handler, an HTTP request. */
export function attachCall<T extends object>(carrier: T, call: GuardedCall): T {
  (carrier as Carrier)[CALL] = call;
  return carrier;
}

/**
 * A copy of a message that its call travels on. Written member by member: both SDKs take no other members, and what is spread and then
 * added to gets a hidden class of its own in V8, which costs more than all the rest.
 */
export function withCall(
  { jsonrpc, id, method, params }: SdkInbound,
  call: GuardedCall,
): SdkInbound & Carrier {
  return params === undefined
    ? { jsonrpc, id, method, [CALL]: call }
    : { jsonrpc, id, method, params, [CALL]: call };
}

export function attachedCall(carrier: object | undefined): GuardedCall | undefined {
  return (carrier as Carrier | undefined)?.[CALL];
}

const FAULT = Symbol.for('dev.errata.fault');

/** Whether a value bears the mark of a fault. Enough to have it looked at; core looks closer. */
export function isMarked(value: unknown): boolean {
  try {
    return (
      typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[FAULT] === 1
    );
  } catch {
    return false; // a proxy that throws is no fault
  }
}
