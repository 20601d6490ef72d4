import type { Maybe, ProtocolFailure, WireError, Call } from '@errata/core/internal';
import type { Era } from '@errata/core';
import type {
  Outbound,
  SdkContext,
  SdkHandler,
  SdkInbound,
  SdkRequest,
  TransportLike,
} from './sdk-shape.js';
import type { DroppedLine } from './dropped-lines.js';

/** Arguments that do not fit the schema of their tool, or that could not be checked. */
export class RefusedArguments {
  readonly reason: { readonly issues: readonly unknown[] } | { readonly thrown: unknown };

  constructor(reason: RefusedArguments['reason']) {
    this.reason = reason;
  }
}

/** What became of a tool, before the SDK made a text of it. */
export type ToolOutcome =
  | { readonly thrown: unknown }
  | { readonly refused: RefusedArguments }
  | { readonly reported: true }
  | { readonly unsendable: Unsendable }
  | { readonly ran: true };

const NO_CONTEXT: SdkContext = {};

/** One request on its way through a guarded server: all that is known of it, and what becomes of it. */
export class GuardedCall {
  readonly id: string | number;
  /** As its handler gets it; until then as it came in. */
  request: SdkRequest;
  context: SdkContext = NO_CONTEXT;
  /** The revision that it is answered in; found out when it fails. */
  era: Era | undefined = undefined;
  /** Core's record of it: from the connection in front of the server, or made when it fails. */
  call: Call | undefined;
  outcome: ToolOutcome | undefined = undefined;
  /** The SDK rejected it as soon as its handler was called. */
  threwAtOnce = false;
  started = 0;
  /** The error to send, whatever the SDK makes of it on the way. */
  error: WireError | undefined = undefined;
  /** Its result can be written: that was found out before the SDK got it. */
  isWritable = false;

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

/**
 * The context of a handler that its call travels on. v2 spreads what it makes its contexts from, so that one more member would give
 * each of them a hidden class of its own: one without members that are not known here is copied instead.
 */
export function contextWithCall(context: SdkContext, call: GuardedCall): SdkContext {
  if (context.mcpReq === undefined) return attachCall(context, call);
  for (const name in context) if (!V2_CONTEXT.has(name)) return attachCall(context, call);
  const { sessionId, mcpReq, http } = context;
  return { sessionId, mcpReq, http, [CALL]: call } as SdkContext;
}

const V2_CONTEXT: ReadonlySet<string> = new Set(['sessionId', 'mcpReq', 'http']);

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

/**
 * What the SDK sends the reply to one request through. Errors leave in the contract's words: those of the guard as it wrote them (v2
 * writes −32602 for every −32002), and those that the SDK wrote itself, past every handler.
 */
export class ReplyChannel implements TransportLike {
  readonly #transport: TransportLike;
  readonly #call: GuardedCall;
  readonly #failures: () => Maybe<CallFailures>;

  constructor(transport: TransportLike, call: GuardedCall, failures: () => Maybe<CallFailures>) {
    // A reply may be read, and the next request be sent, before the first is done with.
    this.#transport = transport instanceof ReplyChannel ? transport.#transport : transport;
    this.#call = call;
    this.#failures = failures;
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  send(message: object, options?: unknown): Promise<void> {
    const transport = this.#transport;
    if (this.#call.isWritable && !('error' in message)) return transport.send(message, options);
    // The transport of v2 for one HTTP request chooses the status while it sends, and never says that a result cannot be written.
    const cause = transport.handleMessage === undefined ? undefined : whyUnwritable(message);
    if (cause !== undefined) return this.#sendBroken(cause, options);
    const right = this.#corrected(message);
    if (right instanceof Promise) return right.then((made) => transport.send(made, options));
    return transport.send(right, options).catch((thrown: unknown) => {
      if (whyUnwritable(message) === undefined) throw thrown;
      return this.#sendBroken(thrown, options);
    });
  }

  #corrected(message: Outbound): Maybe<object> {
    const { error } = this.#call;
    if (message.error === undefined) return message;
    if (error !== undefined) return { jsonrpc: '2.0', id: message.id, error };
    return this.#use((failures) => failures.correct(message, this.#call));
  }

  async #sendBroken(cause: unknown, options: unknown): Promise<void> {
    const made = this.#use((failures) => failures.unwritable(cause, this.#call));
    return this.#transport.send(made instanceof Promise ? await made : made, options);
  }

  #use(make: (failures: CallFailures) => object): Maybe<object> {
    const failures = this.#failures();
    return failures instanceof Promise ? failures.then(make) : make(failures);
  }
}

/** Why a result cannot be sent. */
export interface Unsendable {
  /** For the operator. */
  readonly cause: unknown;
  /** For the caller. */
  readonly why: string;
}

/** Any other result as its JSON reads, or why it has none. A `toJSON` could say something else when the SDK writes it again. */
export function copyOf(result: unknown): { readonly value: object } | Unsendable {
  if (typeof result !== 'object' || result === null) {
    const type = result === null ? 'null' : typeof result;
    const why = result === null || result === undefined ? NOTHING : NO_OBJECT;
    return { cause: new TypeError(`The handler returned ${type}`), why };
  }
  try {
    const json = JSON.stringify(result);
    return json?.startsWith('{')
      ? { value: JSON.parse(json) as object }
      : { cause: new TypeError('The result is no object in JSON'), why: NO_OBJECT };
  } catch (thrown) {
    return { cause: thrown ?? new TypeError('The result has no JSON form'), why: NO_JSON };
  }
}

// Short: the first line that a model reads holds about ten words more.
const NOTHING = 'the handler returned nothing';
const NO_OBJECT = 'it is not an object';
export const NO_JSON = 'it has no JSON form';

function whyUnwritable(message: object): unknown {
  try {
    JSON.stringify(message);
    return undefined;
  } catch (thrown) {
    return thrown ?? new TypeError('The message has no JSON form');
  }
}

/**
 * What becomes of calls that fail. It is loaded with the first one: a server that has not failed yet starts and runs without it.
 * The handler ends with what is returned, or throws what is thrown.
 */
export interface CallFailures {
  /** A request that must not reach its handler; without a reason it names something unknown. */
  refuse(call: GuardedCall, failure?: ProtocolFailure): Promise<unknown>;
  /** A handler that returned its failure. */
  returned(result: unknown, call: GuardedCall): unknown;
  /** A handler that returned a result that cannot be sent. */
  broken(unsendable: Unsendable, call: GuardedCall): unknown;
  /** A handler that threw. */
  thrown(thrown: unknown, call: GuardedCall): unknown;
  /** Run a handler no longer than the deadline allows. */
  timed(handler: SdkHandler, call: GuardedCall): Promise<unknown>;
  /** The message in place of a reply that cannot be written. */
  unwritable(cause: unknown, call: GuardedCall): object;
  /** The message in place of an error that the SDK wrote itself. */
  correct(message: Outbound, call: GuardedCall): object;
  /** A line that the SDK ignored: it is answered, or given to the SDK in a form that it reads. */
  dropped(line: DroppedLine): void;
}
