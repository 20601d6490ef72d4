import type { Exchange, Heard } from '../exchange.js';
import { membersOf, parseJson } from '../json/json.js';
import { idTextOf } from '../session/sort-heard.js';
import { hasResult, resultOf } from './read-reply.js';

/** A message that was answered, beside its answer; undefined where the answer names none that was sent. */
export interface Answer {
  readonly request: string | undefined;
  readonly reply: Heard;
}

/** The answers of an exchange, each beside what it answers. */
export function answersOf({ sent, responses, reply }: Exchange): readonly Answer[] {
  if (sent.length === 1 && responses.length === 1 && reply !== undefined) {
    return [{ request: sent[0]!, reply }];
  }
  const byId = new Map(sent.map((text) => [idTextOf(text), text]));
  return responses.map((each) => {
    const id = idTextOf(each.text);
    return { request: id === undefined ? undefined : byId.get(id), reply: each };
  });
}

/** A call of a tool that was made in a run. */
export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
  readonly exchange: Exchange;
  readonly reply: Heard | undefined;
  /** Until the reply came, or until nobody waited for it any more. */
  readonly ms: number;
}

/** Longer requests are no calls that anybody wants to repeat. */
const LONGEST = 20_000;

/** The calls of tools among exchanges, in order. */
export function toolCallsIn(exchanges: readonly Exchange[]): readonly ToolCall[] {
  return exchanges.flatMap((exchange) =>
    exchange.sent.flatMap((text) => {
      const called = readCall(text);
      if (called === undefined) return [];
      const id = idTextOf(text);
      const reply = exchange.responses.find((each) => idTextOf(each.text) === id);
      const ms = reply === undefined ? exchange.ms : reply.at - exchange.at;
      return [{ ...called, exchange, reply, ms }];
    }),
  );
}

/** The tool and the arguments of a `tools/call`; undefined of anything else. */
export function readCall(text: string): Pick<ToolCall, 'tool' | 'args'> | undefined {
  if (text.length > LONGEST || !text.includes('tools/call')) return undefined;
  const { method, params, id } = membersOf(parseJson(text));
  const { name, arguments: args } = membersOf(params);
  if (method !== 'tools/call' || id === undefined || typeof name !== 'string') return undefined;
  return { tool: name, args };
}

/** Whether a reply is a result that does not say that it failed. */
export function isSuccess(reply: Heard | undefined): boolean {
  return hasResult(reply) && resultOf(reply)?.['isError'] !== true;
}
