import type { Exchange, Heard } from '../../exchange.js';
import { idTextOf } from '../../session/sort-heard.js';
import { errorOf, resultOf, textsOf } from '../read-reply.js';

/** The words of one failure: the message of an error, or the texts of a failed result. */
export interface Words {
  readonly where: 'error' | 'result';
  /** The message, or the first text. */
  readonly first: string;
  readonly all: readonly string[];
  readonly exchange: Exchange;
}

/** Characters of a message that is an abuse: it may be quoted at length, and nobody is judged by the words for it. */
const ABUSE = 10_000;

/** The words of every failure among these exchanges; of batches and abuses, none. */
export function wordsIn(exchanges: readonly Exchange[]): readonly Words[] {
  return exchanges
    .filter(({ sent }) => sent.every(({ length }) => length < ABUSE))
    .flatMap((exchange) =>
      exchange.responses
        .filter((heard) => isMeant(heard, exchange))
        .flatMap((heard) => wordsOf(heard, exchange)),
    );
}

/** A reply to an earlier message that came late is not judged by what was said when it came. */
function isMeant({ text }: Heard, { sent }: Exchange): boolean {
  const id = idTextOf(text);
  return id === undefined || id === 'null' || sent.some((each) => idTextOf(each) === id);
}

function wordsOf(heard: Heard, exchange: Exchange): readonly Words[] {
  const message = errorOf(heard)?.['message'];
  if (typeof message === 'string') {
    return [{ where: 'error', first: message, all: [message], exchange }];
  }
  const result = resultOf(heard);
  // Without content there is no place for words, which is judged elsewhere.
  if (result?.['isError'] !== true || !Array.isArray(result['content'])) return [];
  const texts = textsOf(result);
  return [{ where: 'result', first: texts[0] ?? '', all: texts, exchange }];
}

/** Phrases that say no more than that something went wrong. */
const GENERIC =
  /^\W*(?:(?:an? )?(?:internal |server |unknown |unexpected )?error(?: occurred)?|invalid (?:params|parameters|arguments|request|input)|bad request|failed|failure|something went wrong|(?:tool )?execution (?:failed|error)|exception|oops)\W*$/i;

/** Whether a text says nothing about what went wrong. */
export function isGeneric(text: string): boolean {
  return GENERIC.test(text);
}

/** A text for a sentence. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
