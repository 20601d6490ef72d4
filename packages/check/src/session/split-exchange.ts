import type { WireExchange, ReceivedMessage, LinkLog } from '../exchange.js';
import { parseJson } from '../json/json.js';
import { KEPT_TEXT } from './link-log.js';
import { idTextOf, kindOf, replyAmong } from './sort-messages.js';

/** An exchange of several requests that were sent one after the other, as one exchange for each. */
export function splitExchange(exchange: WireExchange, log: LinkLog): readonly WireExchange[] {
  return exchange.sent.map((text, index) => {
    const responses = repliesIn(log, text);
    const isLast = index === exchange.sent.length - 1;
    const isOpen = responses.length > 0 || (exchange.state === 'closed' && !isLast);
    return {
      ...exchange,
      sent: [text],
      received: responses,
      responses,
      reply: replyAmong(responses, [text]),
      state: isOpen ? 'open' : exchange.state,
    };
  });
}

/** The responses under the id of a text, and those without an id, or with an unknown one, that came right after it. */
export function repliesIn({ events }: LinkLog, text: string): readonly ReceivedMessage[] {
  const id = idTextOf(text);
  let current: string | undefined;
  const used = new Set(events.map((event) => event.way === 'out' && idTextOf(event.text)));
  return events.flatMap((event) => {
    if (event.way === 'out') {
      current = idTextOf(event.text);
      return [];
    }
    const message: ReceivedMessage = {
      text: event.text,
      value: parseJson(event.text),
      at: event.at,
    };
    // Of a long one only the beginning is kept, and servers may write the id last.
    const isCut = event.text.length >= KEPT_TEXT;
    if (!isCut && kindOf(message) !== 'response') return [];
    const under = idTextOf(event.text);
    // That it came under another id is judged where ids are.
    const isStray = under === undefined || !used.has(under);
    return under === id || (isStray && current === id) ? [message] : [];
  });
}
