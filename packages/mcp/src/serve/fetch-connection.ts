import {
  type Connection,
  createEventReader,
  type Deliver,
  encodeError,
  encodeResult,
  type Exchange,
  idText,
  type IdText,
  idValue,
  type Incoming,
  type Maybe,
  objectOrEmpty,
  type ProtocolFailure,
  MODERN,
  type FailureOrigin,
  type Params,
  type RequestMessage,
  resultJson,
  Call,
} from '@errata/core/internal';
import type { Answering } from '../guard/answering.js';
import { attachCall, GuardedCall } from '../guard/guarded-call.js';
import { faultOfWireError } from '../guard/sdk-error.js';
import { failureOfRefusal } from '../guard/sdk-refusal.js';
import { withExchange } from './current-exchange.js';

/** `createMcpHandler` of SDK v2, as much of it as is used. */
export type FetchMcp = (
  request: Request,
  options: { parsedBody?: unknown; authInfo?: never },
) => Promise<Response>;

/** What the SDK is given if the client's own id is one that JavaScript cannot hold. */
const STAND_IN = 1;

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * One POST of 2026-07-28 to a server of SDK v2, which serves that revision through a web-standard handler only. The edge has judged
 * headers and envelope before; the SDK makes a server for it, guarded, and what that says comes back through here.
 */
export class FetchConnection implements Connection {
  readonly #serve: FetchMcp;
  readonly #answering: Answering;
  readonly #gone = new AbortController();
  #waiting: { readonly id: IdText; readonly exchange: Exchange | undefined } | undefined;

  readonly #maxResultChars: number | undefined;

  constructor(serve: FetchMcp, answering: Answering, maxResultChars?: number) {
    this.#serve = serve;
    this.#answering = answering;
    this.#maxResultChars = maxResultChars;
  }

  get inFlight(): number {
    return this.#waiting === undefined ? 0 : 1;
  }

  receive(): never {
    throw new TypeError('an HTTP edge parses what it receives');
  }

  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined> {
    if (incoming.kind === 'notification') {
      const { method, params } = incoming;
      return this.#post({ method, ...(params && { params }) }, exchange).then(() => undefined);
    }
    return incoming.kind === 'request' ? this.#request(incoming, exchange) : undefined;
  }

  refuse(failure: ProtocolFailure, id?: IdText, exchange?: Exchange): string {
    return this.#answering.answersFor(MODERN).refuse(failure, new Call('', id, exchange));
  }

  close(why?: unknown): void {
    this.#gone.abort(why);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    if (this.#waiting === undefined) return;
    const { id, exchange } = this.#waiting;
    this.#waiting = undefined;
    const call = new Call('', id, exchange);
    deliver(this.#answering.answersFor(MODERN).fail(thrown, call, undefined)!, exchange);
    this.close(thrown);
  }

  async #request(
    { id, method, params }: RequestMessage,
    exchange: Exchange | undefined,
  ): Promise<string | undefined> {
    this.#waiting = { id, exchange };
    const value = idValue(id);
    const exact = value !== null && idText(value) === id;
    const request = { method, ...(params && { params: objectOrEmpty(params) }) };
    const sent = { id: exact ? value : STAND_IN, ...request };
    const call = new GuardedCall(request, sent.id, new Call(method, id, exchange));
    try {
      const response = await this.#post(sent, exchange, call);
      const reply = await this.#read(response, exchange);
      if (this.#waiting === undefined || reply === undefined) return undefined;
      return this.#write(reply, call, response.status === 200 ? 'handler' : 'edge');
    } catch (thrown) {
      if (this.#gone.signal.aborted) return undefined;
      return this.#answering.answersFor(MODERN).fail(thrown, call.call!, params);
    } finally {
      this.#waiting = undefined;
    }
  }

  #post(message: object, exchange: Exchange | undefined, call?: GuardedCall): Promise<Response> {
    const parsedBody = { jsonrpc: '2.0', ...message };
    const headers = new Headers([...(exchange?.headers?.() ?? [])] as [string, string][]);
    const request = new Request('http://localhost/mcp', {
      ...{ method: 'POST', headers, signal: this.#gone.signal },
    });
    const { auth } = exchange ?? {};
    return withExchange(exchange, () =>
      this.#serve(call === undefined ? request : attachCall(request, call), {
        parsedBody,
        ...(auth !== undefined && { authInfo: auth as never }),
      }),
    );
  }

  async #read(response: Response, exchange: Exchange | undefined): Promise<Reply | undefined> {
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      const text = await response.text();
      return text === '' ? undefined : (JSON.parse(text) as Reply);
    }
    let reply: Reply | undefined;
    for await (const data of readEvents(response.body!)) {
      const message = JSON.parse(data) as Reply & { method?: string; params?: Params };
      if (message.method === undefined) reply = message;
      else exchange?.notify?.(message.method, message.params);
    }
    return reply;
  }

  #write({ result, error }: Reply, guarded: GuardedCall, origin: FailureOrigin): string {
    const { request, error: right } = guarded;
    const call = guarded.call!;
    const answers = this.#answering.answersFor(MODERN);
    if (error === undefined) {
      const json = resultJson(result ?? {}, this.#maxResultChars);
      if (typeof json === 'string') return encodeResult(call.id!, json);
      return answers.refuse(json, call, undefined, 'handler');
    }
    // Only the status of the SDK's response says whether a handler was reached.
    if (call.fault !== undefined) call.exchange?.failed?.(call.fault, origin);
    if (right !== undefined) return encodeError(call.id, JSON.stringify(right), 'omit');
    const failure = call.fault === undefined ? failureOfRefusal(error, request) : undefined;
    if (failure !== undefined) return answers.refuse(failure, call, request.params, origin);
    if (call.fault === undefined) call.exchange?.failed?.(faultOfWireError(error), origin);
    return encodeError(call.id, JSON.stringify(objectOrEmpty(error)), 'omit');
  }
}

/** The data of each event of a stream of server-sent events. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  const events: string[] = [];
  const push = createEventReader((data) => events.push(data));
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    push(decoder.decode(chunk, { stream: true }));
    yield* events.splice(0);
  }
}
