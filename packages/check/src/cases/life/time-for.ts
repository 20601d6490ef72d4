import type { Exchange } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { harmlessMethod } from '../../session/dress.js';

/** Characters of a request that is no abuse itself. */
const SHORT = 1000;

/**
 * Milliseconds that a server may need for what was said to it, and for one request more, if it takes as long for each message as it
 * mostly did for the harmless requests that it answered. A single hiccup says nothing of its pace.
 */
export function timeFor(probe: Probe, { sent }: Pick<Exchange, 'sent'>): number {
  const messages = sent.reduce((sum, text) => sum + messagesIn(text), 0);
  return (messages + 1) * usualTime(probe);
}

/** A batch is as much work as its messages. */
function messagesIn(text: string): number {
  const value = parseJson(text);
  return Array.isArray(value) ? value.length : 1;
}

function usualTime({ exchanges, harmless, era }: Probe): number {
  const wanted = harmless?.method ?? harmlessMethod(era);
  const times = exchanges.flatMap(({ sent, reply, at, state }) => {
    const [text = ''] = sent;
    if (sent.length !== 1 || reply === undefined || state !== 'open') return [];
    if (text.length > SHORT || membersOf(parseJson(text))['method'] !== wanted) return [];
    return [reply.at - at];
  });
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
