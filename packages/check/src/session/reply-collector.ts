import type { ReceivedMessage } from '../exchange.js';
import { cutText, weightOf, MOST_ENTRIES } from '../json/thin-text.js';
import { parseJson } from '../json/json.js';
import { outlineMessage, type kindOf } from './messages.js';

/** Characters of one message; its value is that of the whole. */
export const LONGEST_TEXT = 1 << 20;
/** Bytes, more or less, after which only outlines of messages are kept. */
const MOST_WEIGHT = 24_000_000;
const HEAVIEST = LONGEST_TEXT + MOST_ENTRIES * 64;
/** Messages that are kept: no exchange asks for nearly as many replies, and of anything else the first ones show what it is. */
const MOST_RESPONSES = 5000;
const MOST_OTHERS = 500;

export type ReplyKind = ReturnType<typeof kindOf>;

/** The messages of one exchange, up to limits. */
export class ReplyCollector {
  readonly received: ReceivedMessage[] = [];
  readonly responses: ReceivedMessage[] = [];
  #weight = 0;

  /** A text as a message. */
  read(text: string, at: number): ReceivedMessage {
    const whole: ReceivedMessage = {
      text: cutText(text, LONGEST_TEXT),
      value: parseJson(text),
      at,
    };
    const isFull = this.#weight > MOST_WEIGHT;
    this.#weight += Math.min(weightOf(whole.text), HEAVIEST);
    return isFull ? outlineMessage(whole) : whole;
  }

  /** Whether there is room for one more of a kind. */
  takes(kind: ReplyKind): boolean {
    const { length } = this.responses;
    return kind === 'response'
      ? length < MOST_RESPONSES
      : this.received.length - length < MOST_OTHERS;
  }

  keep(message: ReceivedMessage, kind: ReplyKind): void {
    this.received.push(message);
    if (kind === 'response') this.responses.push(message);
  }
}
