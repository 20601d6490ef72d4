import { notObserved, type Outcome } from '../../case.js';
import type { Exchange, Told } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { harmlessMethod } from '../../session/dress.js';
import { codeOf, hasResult } from '../read-reply.js';

/** Takes the headers of a body away from a request that has none. */
export const WITHOUT_BODY = { 'content-type': '', accept: '' } as const;

/** The text of a request that changes nothing, and is answered with a result where one is known. */
export function harmlessText(probe: Probe, id?: string): string {
  const { method, params } = probe.harmless ?? {
    method: harmlessMethod(probe.era),
    params: undefined,
  };
  return probe.write(method, params, id);
}

export function statusOf({ told }: Exchange): number | undefined {
  return told[0]?.status;
}

/** The media type of an answer without its parameters, in lower case. */
export function mediaTypeOf({ headers }: Told): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Statuses by which somebody refuses who knows nothing of the rule in question: a guard, a limiter, a proxy. */
const ELSEWHERE: ReadonlySet<number> = new Set([401, 402, 403, 407, 429, 502, 503, 504]);

/** Why the status of an answer shows nothing of the rule in question; undefined where it does. */
export function unjudged(exchange: Exchange): Outcome | undefined {
  const status = statusOf(exchange);
  if (status === undefined) return notObserved('there was no answer');
  return ELSEWHERE.has(status) ? notObserved(`it was refused with HTTP ${status}`) : undefined;
}

/** Whether a request came to where methods are known, whatever became of it there. */
export function isUnderstood({ reply }: Exchange): boolean {
  return hasResult(reply) || codeOf(reply) === -32601;
}

/** Whether a text is a request, and not a notification or anything else. */
export function isRequest(text: string): boolean {
  const { method, id } = membersOf(parseJson(text));
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
}
