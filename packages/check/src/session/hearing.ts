import type { Heard } from '../exchange.js';
import { cutText, weightOf } from '../json/cut-text.js';
import { parseJson } from '../json/json.js';
import { MOST_ENTRIES } from '../json/thin-text.js';
import { outlineHeard } from './shorter-heard.js';
import type { kindOf } from './sort-heard.js';

/** Characters of one message; its value is that of the whole. */
export const LONGEST_TEXT = 1 << 20;
/** Bytes, more or less, after which only outlines of messages are kept. */
const MOST_WEIGHT = 24_000_000;
const HEAVIEST = LONGEST_TEXT + MOST_ENTRIES * 64;
/** Messages that are kept: no exchange asks for nearly as many replies, and of anything else the first ones show what it is. */
const MOST_RESPONSES = 5000;
const MOST_OTHERS = 500;

export type Kind = ReturnType<typeof kindOf>;

/** What is heard in one exchange, bounded whatever is said. */
export class Hearing {
  readonly heard: Heard[] = [];
  readonly responses: Heard[] = [];
  #weight = 0;

  /** A text as a message. */
  read(text: string, at: number): Heard {
    const whole: Heard = { text: cutText(text, LONGEST_TEXT), value: parseJson(text), at };
    const isFull = this.#weight > MOST_WEIGHT;
    this.#weight += Math.min(weightOf(whole.text), HEAVIEST);
    return isFull ? outlineHeard(whole) : whole;
  }

  /** Whether there is room for one more of a kind. */
  takes(kind: Kind): boolean {
    const { length } = this.responses;
    return kind === 'response' ? length < MOST_RESPONSES : this.heard.length - length < MOST_OTHERS;
  }

  keep(heard: Heard, kind: Kind): void {
    this.heard.push(heard);
    if (kind === 'response') this.responses.push(heard);
  }
}
