import { systemClock, type Clock } from '../../clock.js';
import { objectOrEmpty, parseJson } from '../../json/json.js';
import { spoilArguments, type SpoiledKind } from '../../schema/arguments.js';
import { idTextOf } from '../../session/messages.js';
import type { ServerControls, Hooks } from '../breakage.js';
import { sampleOptions } from '../sample-server.js';
import type { HttpReply } from '../../exchange.js';
import type { HttpAsk } from '../../wire/peer.js';

export type Members = Readonly<Record<string, unknown>>;

/** A request, as far as breakages tell requests apart. */
export interface ParsedRequest {
  readonly method: unknown;
  readonly params: Members;
  /** Whether there are params at all. */
  readonly hasParams: boolean;
}

export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** A message with another id, as JSON text, or with none. */
export function withId(text: string, id: string | undefined): string {
  const message = parseJson(text) as Record<string, unknown>;
  const { id: _old, ...rest } = message;
  const body = JSON.stringify(rest);
  return id === undefined ? body : `{"id":${id},${body.slice(1)}`;
}

/** Hooks that change what is answered to calls of the sample's tools whose arguments are wrong in one way. */
export function answerSpoiled(change: (reply: string) => string, kind: SpoiledKind): Hooks {
  const spoiled = (sampleOptions(systemClock, () => undefined).tools ?? []).map((tool) => ({
    name: tool.name,
    texts: spoilArguments(tool.inputSchema)
      .filter((each) => each.kind === kind)
      .map(({ args }) => JSON.stringify(args)),
  }));
  return {
    outgoing: (text, request) =>
      spoiled.some(({ name, texts }) =>
        texts.includes(JSON.stringify(argumentsOf(request, name)) ?? ''),
      )
        ? change(text)
        : text,
  };
}

/** The arguments of a call of a tool; undefined of anything else. */
export function argumentsOf(request: string | undefined, tool: string): unknown {
  const { method, params } = objectOrEmpty(parseJson(request ?? ''));
  const { name, arguments: args } = objectOrEmpty(params);
  return method === 'tools/call' && name === tool ? args : undefined;
}

/** A result under the id of a reply, in its place. */
export function resultFor(reply: string, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: objectOrEmpty(parseJson(reply))['id'], result });
}

/** An error under the id of a reply, in its place. */
export function errorFor(reply: string, error: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: objectOrEmpty(parseJson(reply))['id'], error });
}

/** The result of a tool with one text. */
export function textResult(text: string, members: object = {}): object {
  return { content: [{ type: 'text', text }], ...members };
}

/** Hooks that change only what is answered to some texts: under their ids, or without one where there is none to be read. */
export function replyTo(
  isOne: (text: string) => boolean,
  change: (reply: string, controls: ServerControls) => string | undefined,
): Hooks {
  let due = 0;
  return {
    incoming(text) {
      if (isOne(text)) due += 1;
      return text;
    },
    outgoing(text, request, controls) {
      if (due === 0 || !isReply(text, request, isOne)) return text;
      due -= 1;
      return change(text, controls);
    },
  };
}

function isReply(
  text: string,
  request: string | undefined,
  isOne: (text: string) => boolean,
): boolean {
  if (request !== undefined) return isOne(request);
  const id = idTextOf(text);
  const isNotification = Object.hasOwn(objectOrEmpty(parseJson(text)), 'method');
  return !isNotification && (id === undefined || id === 'null');
}

/** Hooks of a server that does not see some texts at all. */
export function deafTo(isOne: (text: string) => boolean): Hooks {
  return { incoming: (text) => (isOne(text) ? undefined : text) };
}

/** Hooks of a server that takes some texts for others. */
export function takes(isOne: (text: string) => boolean, as: (text: string) => string): Hooks {
  return { incoming: (text) => (isOne(text) ? as(text) : text) };
}

export function askedIn(text: string): ParsedRequest {
  const message = objectOrEmpty(parseJson(text));
  const hasParams = Object.hasOwn(message, 'params');
  return { method: message['method'], params: objectOrEmpty(message['params']), hasParams };
}

/** Whether a request is of a method. */
export function is(wanted: string): (asked: ParsedRequest) => boolean {
  return ({ method }) => method === wanted;
}

/** Hooks of a server that answers some requests otherwise than it should. */
export function answers(
  isOne: (asked: ParsedRequest) => boolean,
  change: (reply: Members) => Members,
): Hooks {
  return {
    outgoing: (text, request) =>
      request !== undefined && isOne(askedIn(request))
        ? // The id stays as it was written, whatever digits it has.
          withId(JSON.stringify(change(objectOrEmpty(parseJson(text)))), idTextOf(text))
        : text,
  };
}

/** A reply that is a result instead. */
export function served(result: object): (reply: Members) => Members {
  return ({ jsonrpc, id }) => ({ jsonrpc, id, result });
}

/** A reply that is an error instead. */
export function refused(code: number, message: string): (reply: Members) => Members {
  return ({ jsonrpc, id }) => ({ jsonrpc, id, error: { code, message } });
}

/** The same error with another code, wherever it is repeated. */
export function recoded(code: number): (reply: Members) => Members {
  return (reply) => {
    const error = objectOrEmpty(reply['error']);
    const data = objectOrEmpty(error['data']);
    if (!Object.hasOwn(reply, 'error')) return reply;
    return {
      ...reply,
      error: {
        ...error,
        code,
        ...(Object.hasOwn(data, 'code') && { data: { ...data, code } }),
      },
    };
  };
}

/** The same result with other members; undefined takes one away. */
export function withMembers(members: object): (reply: Members) => Members {
  return (reply) =>
    Object.hasOwn(reply, 'result')
      ? { ...reply, result: { ...objectOrEmpty(reply['result']), ...members } }
      : reply;
}

/** The same error with other data; undefined takes a member away. */
export function withData(members: object): (reply: Members) => Members {
  return (reply) => {
    const error = objectOrEmpty(reply['error']);
    return { ...reply, error: { ...error, data: { ...objectOrEmpty(error['data']), ...members } } };
  };
}

/** The body of a request as a text. */
export function bodyOf({ body = '' }: HttpAsk): string {
  return Buffer.from(body).toString();
}

/** What a request says under a name in its headers. */
export function headerOf({ headers }: HttpAsk, name: string): string | undefined {
  return headers[name];
}

/** A server that answers some requests otherwise than it should. */
export function answering(
  isMeant: (ask: HttpAsk, answer: HttpReply) => boolean,
  change: (answer: HttpReply, ask: HttpAsk) => HttpReply | undefined,
): Hooks {
  return {
    async http(ask, next) {
      const answer = await next(ask);
      return answer !== undefined && isMeant(ask, answer) ? change(answer, ask) : answer;
    },
  };
}

/** A server that takes some requests for others. */
export function mistaking(
  isMeant: (ask: HttpAsk) => boolean,
  change: (ask: HttpAsk) => HttpAsk,
): Hooks {
  return { http: (ask, next) => next(isMeant(ask) ? change(ask) : ask) };
}

export function withStatus(status: number): (answer: HttpReply) => HttpReply {
  return (answer) => ({ ...answer, status });
}

/** A request with a header changed, or taken away. */
export function withHeader(name: string, value?: string): (ask: HttpAsk) => HttpAsk {
  return (ask) => {
    const { [name]: _old, ...headers } = ask.headers;
    return { ...ask, headers: value === undefined ? headers : { ...headers, [name]: value } };
  };
}

/** An answer without a header. */
export function withoutHeader(name: string): (answer: HttpReply) => HttpReply {
  return (answer) => {
    const { [name]: _old, ...headers } = answer.headers;
    return { ...answer, headers };
  };
}

/** An answer as a stream of one event. */
export function asStream(answer: HttpReply): HttpReply {
  const { 'content-length': _length, ...headers } = answer.headers;
  return {
    ...answer,
    headers: { ...headers, 'content-type': 'text/event-stream' },
    body: `data: ${answer.body}\n\n`,
  };
}

/** Refuses the handshake of earlier revisions, as a server that speaks 2026-07-28 alone does. */
export function modernOnly({ http }: Hooks): Hooks {
  return {
    async http(ask, next) {
      const { id, method, params } = objectOrEmpty(parseJson(bodyOf(ask)));
      if (method !== 'initialize') return http!(ask, next);
      const { protocolVersion } = objectOrEmpty(params);
      const requested = typeof protocolVersion === 'string' ? protocolVersion : '';
      const data = { supported: ['2026-07-28'], requested };
      const error = { code: -32022, message: 'Only 2026-07-28 is spoken here', data };
      return {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, error }),
        ended: 'whole',
      };
    },
  };
}

/** Whether messages wait for each other. */
export type Pace = 'one by one' | 'at once';

/** A server that is slow and otherwise healthy: it takes so long for each message, one after the other or all at once. */
export function slowHooks(clock: Clock, ms: number, pace: Pace): Hooks {
  const due = new Map<string, number>();
  const free = new WeakMap<ServerControls, number>();
  return {
    incoming(text, controls) {
      const begins =
        pace === 'at once' ? clock.now() : Math.max(clock.now(), free.get(controls) ?? 0);
      free.set(controls, begins + ms);
      due.set(idTextOf(text) ?? '', begins + ms);
      return text;
    },
    outgoing(text, request, controls) {
      const at = due.get(idTextOf(request ?? '') ?? '') ?? free.get(controls) ?? 0;
      // Who works on one thing after the other has no time for the next while a tool takes its own.
      if (pace === 'one by one') free.set(controls, Math.max(free.get(controls) ?? 0, clock.now()));
      void clock.sleep(Math.max(0, at - clock.now())).then(() => controls.say(text));
      return undefined;
    },
  };
}
