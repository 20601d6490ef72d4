import {
  BaseConnection,
  type Connection,
  type Deadline,
  type Deliver,
  encodeError,
  encodeNotification,
  encodeResult,
  type Exchange,
  type FailureAnswers,
  ID_IN_USE,
  type Incoming,
  isLate,
  type Maybe,
  objectOrEmpty,
  type ProtocolFailure,
  type NotificationMessage,
  type Params,
  type Parse,
  ignoringErrors,
  type RequestMessage,
  type ResponseMessage,
  settleWithin,
  Call,
} from '@errata/core/internal';
import type { Contract } from '@errata/core';
import type { Calls, Pending } from './calls.js';
import { failureOfBacklog, failureOfEnd, type ProcessEnd, withRef } from './failures.js';
import type { FromChild } from './from-child.js';
import { memberText, onOneLine, splitItems } from './json-slices.js';
import type { ListedTools } from './mcp-params.js';
import type { ProcessKeeper } from './process-keeper.js';

/** A connection to a server process. */
export interface RelayConnection extends Connection {
  /** Settles when the connection was closed and the process is gone. */
  readonly closed: Promise<void>;
  /** The process that serves now or served last; undefined if it could not be started. */
  readonly pid: number | undefined;
}

export interface RelayParts {
  readonly contract: Contract;
  readonly parse: Parse;
  readonly answers: FailureAnswers;
  readonly mcp: boolean;
  readonly deadline: Deadline | undefined;
  readonly maxBacklog: number;
  readonly calls: Calls;
  readonly tools: ListedTools;
  readonly keeper: ProcessKeeper;
  readonly fromChild: FromChild;
}

/** What setTimeout can hold; beyond it, it would fire at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** A message with the text that it was read from: it is passed on as it came. */
type Sourced<Message> = Message & { readonly text?: string | undefined };

export class Relay extends BaseConnection implements RelayConnection {
  readonly closed: Promise<void>;
  readonly #parts: RelayParts;
  #resolveClosed: () => void = () => {};
  #closing = false;

  constructor(parts: RelayParts) {
    super();
    this.#parts = parts;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
  }

  get inFlight(): number {
    return this.#parts.calls.size;
  }

  get pid(): number | undefined {
    return this.#parts.keeper.pid;
  }

  protected get answers(): FailureAnswers {
    return this.#parts.answers;
  }

  protected parse(input: string | Uint8Array): Incoming {
    const incoming = this.#parts.parse(input);
    if (incoming.kind === 'problem') return incoming;
    const text =
      typeof input === 'string'
        ? input
        : Buffer.from(input.buffer, input.byteOffset, input.byteLength).toString();
    if (incoming.kind !== 'batch') return { ...incoming, text } as Sourced<typeof incoming>;
    const texts = splitItems(text);
    const messages = incoming.messages.map((message, n) => ({ ...message, text: texts[n] }));
    return { ...incoming, messages };
  }

  close(why?: unknown): void {
    if (this.#closing) return;
    this.#closing = true;
    for (const pending of this.#parts.calls.all()) {
      pending.call.cancel(why);
      this.#drop(pending);
    }
    void this.#parts.keeper.stop().then(this.#resolveClosed);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    for (const pending of this.#parts.calls.all()) {
      const { call, params } = pending;
      const reply = this.#parts.answers.fail(thrown, call, params);
      call.cancel(thrown);
      this.#cancelInChild(pending, undefined);
      this.#drop(pending);
      if (reply !== undefined) ignoringErrors(() => deliver(reply, call.exchange));
    }
  }

  /** The process has ended: its requests will not be answered. */
  processEnded(end: ProcessEnd): void {
    const { calls, contract, fromChild } = this.#parts;
    for (const pending of calls.all()) {
      if (!calls.remove(pending)) continue;
      pending.settle(
        this.#fail(failureOfEnd(end, pending.sent, contract), pending.call, pending.params),
      );
    }
    fromChild.forget({ tell: !this.#closing });
  }

  protected request(
    { id, method, params, text }: Sourced<RequestMessage>,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const { calls, keeper, answers, contract, maxBacklog, mcp, tools } = this.#parts;
    const call = new Call(method, id, exchange);
    if (calls.has(id)) return answers.refuse(ID_IN_USE, call, params);
    const refusal = mcp && method === 'tools/call' && tools.refusal(params);
    if (refusal) return answers.fail(refusal, call, params);
    const end = this.#closing ? CLOSED : keeper.ensure(method);
    if (end !== undefined) return this.#fail(failureOfEnd(end, false, contract), call, params);
    if (keeper.backlog > maxBacklog) return this.#fail(failureOfBacklog(contract), call, params);
    const body = messageBody(method, params, text);
    const ours = calls.nextId();
    let settle!: Pending['settle'];
    const reply = new Promise<string | undefined>((resolve) => (settle = resolve));
    const pending: Pending = { ours, call, params, body, sent: false, settle };
    calls.add(pending);
    keeper.send(`{"jsonrpc":"2.0","id":${ours},${body}`, pending);
    return this.#within(reply, pending);
  }

  #within(reply: Promise<string | undefined>, pending: Pending): Promise<string | undefined> {
    const { deadline, calls, contract } = this.#parts;
    const { call, params } = pending;
    const limit = limitOf(deadline, call.method, params);
    if (limit === undefined || !(limit <= MAX_TIMER)) return reply;
    const { name } = objectOrEmpty(params);
    const tool = call.method === 'tools/call' && typeof name === 'string' ? name : undefined;
    return settleWithin(reply, limit, call.method, tool).catch((thrown: unknown) => {
      if (!isLate(thrown)) throw thrown;
      call.expire(thrown.failure.given?.details);
      this.#cancelInChild(pending, 'The deadline passed');
      calls.retire(pending);
      return this.#fail(withRef(thrown.failure, contract), call, params);
    }) as Promise<string | undefined>;
  }

  protected notification({ method, params, text }: Sourced<NotificationMessage>): undefined {
    const { keeper, mcp, maxBacklog } = this.#parts;
    if (mcp && method === 'notifications/cancelled') return this.#cancel(params);
    const line = `{"jsonrpc":"2.0",${messageBody(method, params, text)}`;
    if (mcp && method === 'notifications/initialized') keeper.handshake.initialized = line;
    // A lost notification gets no reply: JSON-RPC §4.1.
    if (keeper.running && keeper.backlog <= maxBacklog) keeper.send(line);
  }

  #cancel(params: Params | undefined): undefined {
    const { requestId, reason } = objectOrEmpty(params);
    const pending = this.#parts.calls.find(requestId);
    // MCP: a cancellation of something unknown or finished is ignored, and initialize cannot be cancelled.
    if (pending === undefined || pending.call.method === 'initialize') return;
    pending.call.cancel(reason);
    this.#cancelInChild(pending, reason);
    this.#drop(pending);
  }

  #cancelInChild(pending: Pending, reason: unknown): void {
    const { keeper, mcp } = this.#parts;
    const { ours, call } = pending;
    // What it has not seen it need not stop.
    if (!mcp || call.method === 'initialize' || keeper.withdraw(pending)) return;
    const params = { requestId: ours, ...(typeof reason === 'string' && { reason }) };
    keeper.send(encodeNotification('notifications/cancelled', params));
  }

  #drop(pending: Pending): void {
    if (this.#parts.calls.retire(pending)) pending.settle(undefined);
  }

  protected override response({ id, result, error, text }: Sourced<ResponseMessage>): undefined {
    const { keeper, fromChild } = this.#parts;
    // A process that was started again must not get what its predecessor asked for.
    if (id === undefined || !fromChild.isPending(id)) return;
    const own = text === undefined ? undefined : onOneLine(text);
    keeper.send(
      own ??
        (error === undefined
          ? encodeResult(id, JSON.stringify(result))
          : encodeError(id, JSON.stringify(error), 'omit')),
    );
  }

  #fail(failure: ProtocolFailure, call: Call, params: Params | undefined): string | undefined {
    const { answers } = this.#parts;
    return answers.fail(answers.toFault(failure, call), call, params);
  }
}

const CLOSED: ProcessEnd = { how: 'is not used any more', started: true, lastWords: '' };

/** A subscription of 2026-07-28 lasts as long as it likes; only a deadline that looks at the method can mean it. */
function limitOf(
  deadline: Deadline | undefined,
  method: string,
  params: Params | undefined,
): number | undefined {
  if (typeof deadline === 'function') return ignoringErrors(() => deadline(method, params));
  return method === 'subscriptions/listen' ? undefined : deadline;
}

/**
 * A request or notification from `"method"` on, as one line. The parameters are cut out of the source where there is one,
 * which has all their digits. The rest is written anew: server and relay must not read two keys of one name differently.
 */
export function messageBody(
  method: string,
  params: Params | undefined,
  source: string | undefined,
): string {
  const name = `"method":${JSON.stringify(method)}`;
  if (params === undefined) return `${name}}`;
  const own = source === undefined ? undefined : memberText(source, 'params');
  return `${name},"params":${own === undefined ? JSON.stringify(params) : onOneLine(own)}}`;
}
