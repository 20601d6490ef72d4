import type { Exchange, Heard } from '../../exchange.js';
import { membersOf } from '../../json/json.js';

/** Whether a value is meant as a message: the body of a refusal over HTTP need not be one. */
export function isMeant(value: unknown, { told }: Exchange): boolean {
  const isRefused = told.some(({ status }) => status >= 400);
  return !isRefused || Object.hasOwn(membersOf(value), 'jsonrpc');
}

/** The reply, where it is meant as a message. */
export function meantReply(exchange: Exchange): Heard | undefined {
  const { reply } = exchange;
  return reply !== undefined && isMeant(reply.value, exchange) ? reply : undefined;
}
