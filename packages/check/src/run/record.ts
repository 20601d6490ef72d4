import type { Exchange, Heard, Told } from '../exchange.js';
import { cutText, weightOf } from '../json/cut-text.js';
import type { LinkLog } from '../probe.js';
import { KEPT_TEXT } from '../session/link-log.js';
import { cutHeard, outlineHeard, SHORT_TEXT } from '../session/shorter-heard.js';

/** Bytes, more or less, after which only outlines are kept. */
const MOST_WEIGHT = 32_000_000;
/** What a message takes besides its text and value. */
const PER_MESSAGE = 200;
/** Messages of one exchange that are kept then. */
const MOST_MESSAGES = 100;

/**
 * Everything that a run said and heard. It stays small whatever was said: megabytes are sent and heard to see what becomes of them,
 * not to be kept.
 */
export class Record {
  readonly exchanges: Exchange[] = [];
  readonly links: LinkLog[] = [];
  /** What the present case exchanged. */
  own: Exchange[] = [];
  readonly #most: number;
  #weight = 0;

  constructor(mostWeight = MOST_WEIGHT) {
    this.#most = mostWeight;
  }

  readonly keep = (given: Exchange): void => {
    const exchange = this.#weight > this.#most ? trimMuch(given) : trim(given);
    this.#weight += weightIn(exchange);
    this.own.push(exchange);
    this.exchanges.push(exchange);
  };

  readonly link = (log: LinkLog): void => void this.links.push(log);
}

/** What cases look for in the end stands at the beginning of a text. */
function trim(exchange: Exchange): Exchange {
  const { sent, heard, told } = exchange;
  const texts = [...sent, ...heard.map(({ text }) => text), ...told.map(({ body }) => body)];
  if (texts.every(({ length }) => length <= KEPT_TEXT)) return exchange;
  return {
    ...exchange,
    sent: sent.map((text) => cutText(text, KEPT_TEXT)),
    ...heardOf(exchange, heard, (each) => cutHeard(each, KEPT_TEXT)),
    told: told.map((each) => cutBody(each, KEPT_TEXT)),
  };
}

function trimMuch(exchange: Exchange): Exchange {
  const { sent, heard, told, reply } = exchange;
  const first = heard.filter((each, index) => index < MOST_MESSAGES || each === reply);
  return {
    ...exchange,
    // Ids and methods of what was sent are looked for in it.
    sent: sent.map((text) => cutText(text, KEPT_TEXT)),
    ...heardOf(exchange, first, outlineHeard),
    told: told.map((each) => cutBody(each, SHORT_TEXT)),
  };
}

/** The messages among those that are kept, each made shorter once. */
function heardOf(
  { responses, reply }: Exchange,
  kept: readonly Heard[],
  shorter: (heard: Heard) => Heard,
): Pick<Exchange, 'heard' | 'responses' | 'reply'> {
  const made = new Map(kept.map((each) => [each, shorter(each)]));
  return {
    heard: [...made.values()],
    responses: responses.flatMap((each) => made.get(each) ?? []),
    reply: reply && (made.get(reply) ?? shorter(reply)),
  };
}

function cutBody(told: Told, most: number): Told {
  return told.body.length <= most ? told : { ...told, body: cutText(told.body, most) };
}

function weightIn({ sent, heard, told }: Exchange): number {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  return (
    sum(sent.map(({ length }) => length + PER_MESSAGE)) +
    sum(heard.map(({ text }) => heardWeight(text) + PER_MESSAGE)) +
    sum(told.map(({ body }) => body.length + PER_MESSAGE))
  );
}

/** Of a text that was cut there is only an outline beside it. */
function heardWeight(text: string): number {
  return text.length < KEPT_TEXT ? weightOf(text) : text.length * 2;
}
