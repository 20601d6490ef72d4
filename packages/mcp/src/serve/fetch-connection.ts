import {
  encodeError,
  encodeResult,
  idText,
  idValue,
  type IdText,
  type Incoming,
  type Params,
  type RequestMessage,
} from '@errata/core/codec';
import { membersOf, type Origin } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import {
  Call,
  resultJson,
  type Connection,
  type Deliver,
  type Exchange,
  type Maybe,
  type Met,
} from '@errata/core/server';
import type { Answering } from '../guard/answering.js';
import { faultOfWireError } from '../guard/sdk-error.js';
import { metOfRefusal } from '../guard/sdk-refusal.js';
import { withExchange } from './current-exchange.js';
import { readEvents } from './read-events.js';
import { withRef, withRefUnheard, type Referred } from './with-ref.js';

/** `createMcpHandler` of SDK v2, as much of it as is used. */
export type FetchMcp = (
  request: Request,
  options: { parsedBody?: unknown; authInfo?: never },
) => Promise<Response>;

const ERA: Era = '2026-07-28';

/** What the SDK is given where the client's own id is one that JavaScript cannot hold. */
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
  private readonly serve: FetchMcp;
  private readonly answering: Answering;
  private readonly gone = new AbortController();
  private waiting: { readonly id: IdText; readonly exchange: Exchange | undefined } | undefined;

  private readonly maxResultChars: number | undefined;

  constructor(serve: FetchMcp, answering: Answering, maxResultChars?: number) {
    this.serve = serve;
    this.answering = answering;
    this.maxResultChars = maxResultChars;
  }

  get inFlight(): number {
    return this.waiting === undefined ? 0 : 1;
  }

  receive(): never {
    throw new TypeError('an HTTP edge parses what it receives');
  }

  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined> {
    if (incoming.kind === 'notification') {
      const { method, params } = incoming;
      const seen = exchange && withRefUnheard(exchange);
      return this.post({ method, ...(params && { params }) }, seen).then(() => undefined);
    }
    return incoming.kind === 'request' ? this.request(incoming, exchange) : undefined;
  }

  refuse(met: Met, id?: IdText, exchange?: Exchange): string {
    return this.answering.answersFor(ERA).refuse(met, new Call('', id, exchange));
  }

  close(why?: unknown): void {
    this.gone.abort(why);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    if (this.waiting === undefined) return;
    const { id, exchange } = this.waiting;
    this.waiting = undefined;
    const call = new Call('', id, exchange);
    deliver(this.answering.answersFor(ERA).fail(thrown, call, undefined)!, exchange);
    this.close(thrown);
  }

  private async request(
    message: RequestMessage,
    given: Exchange | undefined,
  ): Promise<string | undefined> {
    const { id, method, params } = message;
    const exchange = withRef(given);
    // The edge knows its own exchange only.
    this.waiting = { id, exchange: given };
    const value = idValue(id);
    const exact = value !== null && idText(value) === id;
    const body = { id: exact ? value : STAND_IN, method, ...(params && { params }) };
    try {
      const seen = withRefUnheard(exchange);
      const response = await this.post(body, seen);
      const reply = await this.read(response, exchange);
      if (this.waiting === undefined || reply === undefined) return undefined;
      return this.write(
        reply,
        message,
        response.status === 200 ? 'handler' : 'edge',
        seen,
        exchange,
      );
    } catch (thrown) {
      if (this.gone.signal.aborted) return undefined;
      const call = new Call(method, id, exchange);
      return this.answering.answersFor(ERA).fail(thrown, call, params);
    } finally {
      this.waiting = undefined;
    }
  }

  private post(message: object, exchange: Exchange | undefined): Promise<Response> {
    const parsedBody = { jsonrpc: '2.0', ...message };
    const headers = new Headers([...(exchange?.headers?.() ?? [])] as [string, string][]);
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers,
      signal: this.gone.signal,
    });
    const { auth } = exchange ?? {};
    return withExchange(exchange, () =>
      this.serve(request, {
        parsedBody,
        ...(auth !== undefined && { authInfo: auth as never }),
      }),
    );
  }

  private async read(
    response: Response,
    exchange: Exchange | undefined,
  ): Promise<Reply | undefined> {
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

  private write(
    { result, error }: Reply,
    { id, method, params }: RequestMessage,
    origin: Origin,
    seen: Referred,
    exchange: Exchange,
  ): string {
    const call = new Call(method, id, exchange);
    const answers = this.answering.answersFor(ERA);
    if (error === undefined) {
      const json = resultJson(result ?? {}, this.maxResultChars);
      if (typeof json === 'string') return encodeResult(id, json);
      return answers.refuse(json, call, undefined, 'handler');
    }
    const request = { method, ...(params && { params: membersOf(params) }) };
    const met = seen.told ? undefined : metOfRefusal(error, request);
    if (met !== undefined) return answers.refuse(met, call, params, origin);
    exchange.failed?.(faultOfWireError(error), origin);
    return encodeError(id, JSON.stringify(membersOf(error)), 'omit');
  }
}
