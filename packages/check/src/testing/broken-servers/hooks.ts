import { systemClock } from '../../clock.js';
import { objectOrEmpty, parseJson } from '../../json/json.js';
import { spoilArguments, type SpoiledKind } from '../../schema/arguments.js';
import { idTextOf } from '../../session/sort-messages.js';
import type { ServerControls, Hooks } from '../breakage.js';
import { sampleOptions } from '../sample-kit.js';

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
