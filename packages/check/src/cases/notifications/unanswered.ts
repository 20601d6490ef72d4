import { kept, violated, type Outcome } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { membersOf } from '../../json/json.js';
import { idTextOf } from '../../session/sort-heard.js';
import { DID_NOT_SURVIVE } from '../framing/good-request.js';
import { errorOf } from '../read-reply.js';

/** Whether what has no id was left without an answer. */
export function unanswered(probe: Probe, exchange: Exchange, what: string): Outcome {
  const asked = new Set(probe.exchanges.flatMap(({ sent }) => sent.map(idTextOf)));
  const [answer] = exchange.responses.filter(
    (heard) => !isLate(heard, asked) && !isRefusal(heard, exchange),
  );
  if (answer !== undefined)
    return violated(`${what} was answered with ${answer.text.slice(0, 160)}`);
  return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
}

/** Whether it is the reply to a request of before. */
function isLate({ text }: Heard, asked: ReadonlySet<string | undefined>): boolean {
  const id = idTextOf(text);
  return id !== undefined && id !== 'null' && asked.has(id);
}

/** Over HTTP, a notification that is not accepted may be refused with an error that has no id. */
function isRefusal(heard: Heard, { told }: Exchange): boolean {
  const hasId = (membersOf(heard.value)['id'] ?? null) !== null;
  return told.some(({ status }) => status >= 400) && !hasId && errorOf(heard) !== undefined;
}
