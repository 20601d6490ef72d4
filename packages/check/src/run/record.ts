import type { WireExchange, ReceivedMessage, HttpReply, LinkLog } from '../exchange.js';
import { cutText, weightOf } from '../json/thin-text.js';
import { KEPT_TEXT } from '../session/link-log.js';
import { cutMessage, outlineMessage, SHORT_TEXT } from '../session/messages.js';

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
export class RunRecord {
  readonly exchanges: WireExchange[] = [];
  readonly links: LinkLog[] = [];
  /** What the present case exchanged. */
  own: WireExchange[] = [];
  readonly #most: number;
  #weight = 0;

  constructor(mostWeight = MOST_WEIGHT) {
    this.#most = mostWeight;
  }

  readonly keep = (given: WireExchange): void => {
    const exchange = this.#weight > this.#most ? trimMuch(given) : trim(given);
    this.#weight += weightIn(exchange);
    this.own.push(exchange);
    this.exchanges.push(exchange);
  };

  readonly link = (log: LinkLog): void => void this.links.push(log);
}

/** Cases look only at the beginning of a long text. */
function trim(exchange: WireExchange): WireExchange {
  const { sent, received, httpAnswers } = exchange;
  const texts = [
    ...sent,
    ...received.map(({ text }) => text),
    ...httpAnswers.map(({ body }) => body),
  ];
  if (texts.every(({ length }) => length <= KEPT_TEXT)) return exchange;
  return {
    ...exchange,
    sent: sent.map((text) => cutText(text, KEPT_TEXT)),
    ...heardOf(exchange, received, (each) => cutMessage(each, KEPT_TEXT)),
    httpAnswers: httpAnswers.map((each) => cutBody(each, KEPT_TEXT)),
  };
}

function trimMuch(exchange: WireExchange): WireExchange {
  const { sent, received, httpAnswers, reply } = exchange;
  const first = received.filter((each, index) => index < MOST_MESSAGES || each === reply);
  return {
    ...exchange,
    // Ids and methods of what was sent are looked for in it.
    sent: sent.map((text) => cutText(text, KEPT_TEXT)),
    ...heardOf(exchange, first, outlineMessage),
    httpAnswers: httpAnswers.map((each) => cutBody(each, SHORT_TEXT)),
  };
}

/** The messages among those that are kept, each made shorter once. */
function heardOf(
  { responses, reply }: WireExchange,
  kept: readonly ReceivedMessage[],
  shorter: (message: ReceivedMessage) => ReceivedMessage,
): Pick<WireExchange, 'received' | 'responses' | 'reply'> {
  const made = new Map(kept.map((each) => [each, shorter(each)]));
  return {
    received: [...made.values()],
    responses: responses.flatMap((each) => made.get(each) ?? []),
    reply: reply && (made.get(reply) ?? shorter(reply)),
  };
}

function cutBody(answer: HttpReply, most: number): HttpReply {
  return answer.body.length <= most ? answer : { ...answer, body: cutText(answer.body, most) };
}

function weightIn({ sent, received, httpAnswers }: WireExchange): number {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  return (
    sum(sent.map(({ length }) => length + PER_MESSAGE)) +
    sum(received.map(({ text }) => heardWeight(text) + PER_MESSAGE)) +
    sum(httpAnswers.map(({ body }) => body.length + PER_MESSAGE))
  );
}

/** Of a text that was cut there is only an outline beside it. */
function heardWeight(text: string): number {
  return text.length < KEPT_TEXT ? weightOf(text) : text.length * 2;
}
