import type { Exchange, Heard } from '../exchange.js';
import { cutText } from '../json/cut-text.js';
import { outlineHeard } from '../session/shorter-heard.js';

/** Characters of one text that are kept for a report. */
const KEPT = 4000;
/** Messages of one exchange that are kept. */
const MOST_HEARD = 40;

/** An exchange with long texts cut, so that a run stays small whatever was said. */
export function shorten(exchange: Exchange): Exchange {
  return {
    ...exchange,
    sent: exchange.sent.slice(0, MOST_HEARD).map(cut),
    heard: exchange.heard.slice(0, MOST_HEARD).map(cutHeard),
    responses: exchange.responses.slice(0, MOST_HEARD).map(cutHeard),
    reply: exchange.reply && cutHeard(exchange.reply),
    told: exchange.told.map((told) => ({
      ...told,
      headers: cutAll(told.headers),
      body: cut(told.body),
    })),
    ...(exchange.asked && {
      asked: exchange.asked.map((asked) => ({ ...asked, headers: cutAll(asked.headers) })),
    }),
  };
}

function cutHeard(heard: Heard): Heard {
  return { ...outlineHeard(heard), text: cut(heard.text) };
}

function cutAll(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cut(value)]));
}

function cut(text: string): string {
  return text.length <= KEPT ? text : `${cutText(text, KEPT)}… (${text.length} characters)`;
}
