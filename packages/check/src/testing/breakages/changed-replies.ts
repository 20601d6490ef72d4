import { membersOf, parseJson } from '../../json/json.js';
import { idTextOf } from '../../session/sort-heard.js';
import type { Hooks } from '../breakage.js';
import { withId } from './texts.js';

export type Members = Readonly<Record<string, unknown>>;

/** A request, as far as breakages tell requests apart. */
export interface Asked {
  readonly method: unknown;
  readonly params: Members;
  /** Whether there are params at all. */
  readonly hasParams: boolean;
}

export function askedIn(text: string): Asked {
  const message = membersOf(parseJson(text));
  const hasParams = Object.hasOwn(message, 'params');
  return { method: message['method'], params: membersOf(message['params']), hasParams };
}

/** Whether a request is of a method. */
export function is(wanted: string): (asked: Asked) => boolean {
  return ({ method }) => method === wanted;
}

/** Hooks of a server that answers some requests otherwise than it should. */
export function answers(
  isOne: (asked: Asked) => boolean,
  change: (reply: Members) => Members,
): Hooks {
  return {
    outgoing: (text, request) =>
      request !== undefined && isOne(askedIn(request))
        ? // The id stays as it was written, whatever digits it has.
          withId(JSON.stringify(change(membersOf(parseJson(text)))), idTextOf(text))
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
    const error = membersOf(reply['error']);
    const data = membersOf(error['data']);
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
      ? { ...reply, result: { ...membersOf(reply['result']), ...members } }
      : reply;
}

/** The same error with other data; undefined takes a member away. */
export function withData(members: object): (reply: Members) => Members {
  return (reply) => {
    const error = membersOf(reply['error']);
    return { ...reply, error: { ...error, data: { ...membersOf(error['data']), ...members } } };
  };
}
