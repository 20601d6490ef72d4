import type { Era } from '@errata/core';
import { notApplicable, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, HttpReply } from '../exchange.js';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { harmlessText } from './ask.js';
import { since, WITH_HANDSHAKE } from './spec.js';
import { speaksHandshake } from './lifecycle-handshake.js';
import { codeOf, hasResult } from './read-reply.js';

/** Takes the headers of a body away from a request that has none. */
export const WITHOUT_BODY = { 'content-type': '', accept: '' } as const;

/** Statuses of a refusal that has nothing to do with the rule: from an access check, a rate limit or a proxy. */
const ELSEWHERE: ReadonlySet<number> = new Set([401, 402, 403, 407, 429, 502, 503, 504]);

/** The revisions with Streamable HTTP. Before, there was another transport with two endpoints. */
export const STREAMABLE = since('2025-03-26');

/** Those of them that begin with a handshake, and may have sessions. */
export const WITH_SESSIONS = STREAMABLE.filter((era) => WITH_HANDSHAKE.includes(era));

export function statusOf({ httpAnswers }: WireExchange): number | undefined {
  return httpAnswers[0]?.status;
}

/** The media type of an answer without its parameters, in lower case. */
export function mediaTypeOf({ headers }: HttpReply): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Why the status of an answer shows nothing of the rule in question; undefined if it does. */
export function unjudged(exchange: WireExchange): CaseOutcome | undefined {
  const status = statusOf(exchange);
  if (status === undefined) return notObserved('there was no answer');
  return ELSEWHERE.has(status) ? notObserved(`it was refused with HTTP ${status}`) : undefined;
}

/** For `unless`: no answer of HTTP. */
export function noAnswer({ httpAnswers }: WireExchange): CaseOutcome | undefined {
  return httpAnswers.length === 0 ? notObserved('there was no answer') : undefined;
}

/** For `unless`: the same as `unjudged`, and a request that was served. */
export function unrefused(exchange: WireExchange): CaseOutcome | undefined {
  const served = hasResult(exchange.reply) ? notObserved('it was not refused') : undefined;
  return unjudged(exchange) ?? served;
}

/** For `want`: this status of HTTP. */
export function hasStatus(status: number): (exchange: WireExchange) => boolean {
  return (exchange) => statusOf(exchange) === status;
}

/** A harmless request with one more header, or without one by `''`. */
export function askWithHeader(probe: Probe, header: string, value: string): Promise<WireExchange> {
  return probe.http({ body: harmlessText(probe), headers: { [header]: value } });
}

/** Whether a request came to where methods are known, whatever became of it there. */
export function isUnderstood({ reply }: WireExchange): boolean {
  return hasResult(reply) || codeOf(reply) === -32601;
}

/** Whether a text is a request, and not a notification or anything else. */
export function isRequest(text: string): boolean {
  const { method, id } = objectOrEmpty(parseJson(text));
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
}

/** The revisions from one on up to the last with a handshake. */
export function handshakeSince(era: Era): readonly Era[] {
  return since(era).filter((each) => WITH_HANDSHAKE.includes(each));
}

/** A violation, unless the server serves clients of earlier revisions too, by whose rules it may have answered. */
export async function unlessEarlier(
  probe: Probe,
  exchange: WireExchange,
  why: string,
): Promise<CaseOutcome> {
  return (await speaksHandshake(probe))
    ? notApplicable('it serves clients of earlier revisions too')
    : violated(why, exchange);
}
