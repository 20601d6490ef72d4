import { isUtf8 } from 'node:buffer';
import type { ByteFlaw, LinkLog, WireExchange, ReceivedMessage } from '../exchange.js';
import { cutText } from '../json/thin-text.js';
import { parseJson } from '../json/json.js';
import { outlineText, SHORT_TEXT, idTextOf, kindOf, replyAmong } from './messages.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** What is wrong with the bytes of a line, where something is. */
export function flawOf(line: Uint8Array): ByteFlaw | undefined {
  if (!isUtf8(line)) return 'invalid UTF-8';
  return BYTE_ORDER_MARK.every((byte, at) => line[at] === byte) ? 'byte order mark' : undefined;
}
/** A text for the record; bytes that are no UTF-8 are shown as what a reader would make of them. */
export function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

/** A log that is being written; long texts are kept in part. */
export interface WritableLog extends LinkLog {
  /** `value`: the parsed text, if the caller has it already. */
  add(way: 'out' | 'in', text: string, at: number, flaw?: ByteFlaw, value?: unknown): void;
}

/** Characters of one text that are kept. */
export const KEPT_TEXT = 64 * 1024;
/** Characters of all texts after which only outlines are kept of those that are not short. */
const MOST_TEXT = 1_000_000;

export function createLog(): WritableLog {
  const events: LinkLog['events'][number][] = [];
  let size = 0;
  const shorten = (text: string, value: unknown): string => {
    const isWide = size > MOST_TEXT && text.length > SHORT_TEXT;
    const outline = isWide ? outlineText(value ?? parseJson(text)) : undefined;
    return outline ?? cutText(text, KEPT_TEXT);
  };
  return {
    events,
    add(way, text, at, flaw, value) {
      const kept = way === 'in' ? shorten(text, value) : cutText(text, KEPT_TEXT);
      size += kept.length;
      events.push({ way, text: kept, at, ...(flaw && { flaw }) });
    },
  };
}

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
