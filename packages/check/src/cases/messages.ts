import { notObserved, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { estimateTokens } from '../hosts.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { idTextOf } from '../session/messages.js';
import { defineCases, outcomeOf, review, type Run } from './define-cases.js';
import { MCP, adviceLink, JSONRPC, mcpLink } from './spec.js';
import { errorOf, failureText, hasFailed, resultOf, textsOf } from './read-reply.js';
import { badCalls, type BadCall } from './tool-calls.js';

/** The words of one failure: the message of an error, or the texts of a failed result. */
interface Words {
  readonly where: 'error' | 'result';
  /** The message, or the first text. */
  readonly first: string;
  readonly all: readonly string[];
  readonly exchange: WireExchange;
}

/** Characters of a message that is an abuse: it may be quoted at length, so the text of its error is not judged. */
const ABUSE = 10_000;

/** Phrases that say no more than that something went wrong. */
const GENERIC =
  /^\W*(?:(?:an? )?(?:internal |server |unknown |unexpected )?error(?: occurred)?|invalid (?:params|parameters|arguments|request|input)|bad request|failed|failure|something went wrong|(?:tool )?execution (?:failed|error)|exception|oops)\W*$/i;

/** Characters of one sentence that is still concise. */
const CONCISE = 400;

/** Tokens of a failure that a model still reads with profit. */
const CHEAP = 400;

/** A name that no server has. */
const UNKNOWN_TOOL = 'errata_check_no_such_tool';

export const MESSAGES_CASES = defineCases({ group: 'messages', link: adviceLink('messages') }, [
  {
    id: 'jsonrpc/5.1/message-single-sentence',
    should: 'The message of an error is a concise single sentence.',
    link: JSONRPC.errorObject,
    fix: 'Put the short sentence into message, and everything else into data.',
    last: judgeWords('error', ({ first }) => {
      if (/[\r\n]/.test(first.trim())) return `a message of several lines: ${quote(first)}`;
      if (isDump(first)) return undefined;
      return first.length > CONCISE ? `a message of ${first.length} characters` : undefined;
    }),
  },
  {
    id: 'errata/messages/not-empty',
    should: 'The message of an error is not empty.',
    link: JSONRPC.errorObject,
    fix: 'Say in one sentence what went wrong.',
    last: judgeWords('error', ({ first }) =>
      first.trim() === '' ? 'the message is empty' : undefined,
    ),
  },
  {
    id: 'mcp/2024-11-05/tools/failure-has-text',
    should: 'A result with isError has a text: it is all that a model gets to see.',
    link: mcpLink('tools', '2025-11-25', 'error-handling'),
    fix: 'Put a text block into content that says what went wrong and what to do.',
    last: judgeWords('result', ({ all }) =>
      all.every((text) => text.trim() === '') ? 'isError, and no text at all' : undefined,
    ),
  },
  {
    id: 'errata/messages/no-dump',
    should: "A failure has a readable message, not a validator's raw JSON.",
    fix: 'Turn the issues of the validator into a sentence per field; the raw list belongs into data, if anywhere.',
    last: judgeWords('any', ({ all }) => {
      const dump = all.find(isDump);
      return dump === undefined ? undefined : `raw JSON as text: ${quote(dump)}`;
    }),
  },
  {
    id: 'errata/messages/no-double-prefix',
    should: 'A failure says that it is an error once at most.',
    fix: 'Do not wrap the text of an error in another error: pass it on, or say something better.',
    last: judgeWords('any', ({ all }) => {
      const double = all.find((text) => /(?:\b(?:MCP error -?\d+|\w*Error): ){2}/i.test(text));
      return double === undefined ? undefined : quote(double);
    }),
  },
  {
    id: 'errata/messages/no-control-characters',
    should:
      'The words of a failure hold no control characters, colours of terminals or bidirectional marks.',
    fix: 'Strip such characters from everything that is quoted in an error.',
    last: judgeWords('any', ({ all }) => {
      const odd = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
      const text = all.find((each) => odd.test(each));
      return text === undefined ? undefined : `in ${quote(text)}`;
    }),
  },
  {
    id: 'errata/messages/first-block',
    should: 'The first text of a failed result says what went wrong: some hosts show no other.',
    fix: 'Put the reason into the first text block, and details after it.',
    eras: MCP,
    last: judgeWords('result', ({ first, all }) =>
      all.length > 1 && (first.trim() === '' || isGeneric(first))
        ? `the first of ${all.length} texts is ${quote(first)}`
        : undefined,
    ),
  },
  {
    id: 'errata/messages/token-cost',
    should: 'A failed call costs the model a few hundred tokens at most.',
    fix: 'Cut lists and excerpts, and say where the rest can be had.',
    eras: MCP,
    last: judgeWords('result', ({ all }) => {
      const tokens = estimateTokens(all.join('\n'));
      return tokens > CHEAP && !all.some(isDump) ? `about ${tokens} tokens` : undefined;
    }),
  },
  {
    id: 'errata/messages/not-generic',
    should: 'A call with wrong arguments is answered with more than "Invalid params".',
    fix: 'Say which argument is wrong and what it has to be. Otherwise a model repeats the call.',
    eras: MCP,
    run: (probe) =>
      judgeCalls(probe, {
        none: 'no call failed',
        isWrong: ({ exchange }) => isGeneric(failureText(exchange.reply)),
        says: (words) => `says only ${words}`,
      }),
  },
  {
    id: 'errata/messages/names-the-field',
    should: 'A failure about an argument names the argument, or its value.',
    fix: 'Put the name of the argument into the text.',
    eras: MCP,
    run: (probe) =>
      judgeCalls(probe, {
        counts: isTelling,
        isWrong: ({ spoiled, exchange }) => !names(exchange, [spoiled.field, ...valueOf(spoiled)]),
        says: (words, { field }) => `says ${words} without ${field}`,
      }),
  },
  {
    id: 'errata/messages/next-step',
    should:
      'A failure about an argument tells the next step: the type, the bound or the values that would be right.',
    fix: 'Say what was expected: "limit has to be from 1 to 10" is corrected at once, "limit is invalid" is guessed at.',
    eras: MCP,
    run: (probe) =>
      judgeCalls(probe, {
        counts: (call) => isTelling(call) && canSayWhatIsRight(call),
        isWrong: ({ spoiled, exchange }) => !names(exchange, spoiled.expected),
        says: (words) => `says ${words} and not what would be right`,
      }),
  },
  {
    id: 'errata/messages/names-the-tool',
    should: 'The failure of a call to an unknown tool names the tool.',
    fix: 'Put the name into the text; better still, the nearest names that exist.',
    eras: MCP,
    needs: ({ offer }) =>
      Object.hasOwn(offer.capabilities, 'tools') ? undefined : notObserved('there are no tools'),
    ask: (probe) => probe.call(UNKNOWN_TOOL, {}),
    unless: (exchange) => (hasFailed(exchange) ? undefined : notObserved('the call did not fail')),
    want: (exchange) =>
      names(exchange, [UNKNOWN_TOOL]) || `it says ${quote(failureText(exchange.reply))}`,
  },
]);

/** The words of every failure among these exchanges; of batches and abuses, none. */
function wordsIn(exchanges: readonly WireExchange[]): readonly Words[] {
  return exchanges
    .filter(({ sent }) => sent.every(({ length }) => length < ABUSE))
    .flatMap((exchange) =>
      exchange.responses
        .filter((message) => isMeant(message, exchange))
        .flatMap((message) => wordsOf(message, exchange)),
    );
}

/** A reply to an earlier message that came late is not judged by what was said when it came. */
function isMeant({ text }: ReceivedMessage, { sent }: WireExchange): boolean {
  const id = idTextOf(text);
  return id === undefined || id === 'null' || sent.some((each) => idTextOf(each) === id);
}

function wordsOf(received: ReceivedMessage, exchange: WireExchange): readonly Words[] {
  const message = errorOf(received)?.['message'];
  if (typeof message === 'string') {
    return [{ where: 'error', first: message, all: [message], exchange }];
  }
  const result = resultOf(received);
  // Without content there is no place for words, which is judged elsewhere.
  if (result?.['isError'] !== true || !Array.isArray(result['content'])) return [];
  const texts = textsOf(result);
  return [{ where: 'result', first: texts[0] ?? '', all: texts, exchange }];
}

/** Whether a text says nothing about what went wrong. */
function isGeneric(text: string): boolean {
  return GENERIC.test(text);
}

/** A text for a sentence. */
function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}

/** Whether a text is the raw JSON of a list or an object, alone or after a few words. */
function isDump(text: string): boolean {
  const begin = text.search(/[[{]/);
  if (begin === -1 || begin > 120) return false;
  const value = parseJson(text.slice(begin));
  return Array.isArray(value) ? value.some((each) => isObject(each)) : isObject(value);
}

/** Judges the words of every failure of the run by what is wrong with them. */
function judgeWords(
  where: Words['where'] | 'any',
  wrong: (words: Words) => string | undefined,
): Run {
  const all = ({ exchanges }: Probe) =>
    wordsIn(exchanges).filter((each) => where === 'any' || each.where === where);
  return review(all, 'no such failure was received', wrong);
}

interface CallJudge {
  /** Default: all. */
  counts?(call: BadCall): boolean;
  /** What is said where no call counts. */
  readonly none?: string;
  isWrong(call: BadCall): boolean;
  says(words: string, spoiled: BadCall['spoiled']): string;
}

/** Judges what is said to calls with wrong arguments that failed. */
async function judgeCalls(
  probe: Probe,
  { counts, none = 'no call failed with words of its own', isWrong, says }: CallJudge,
): Promise<CaseOutcome> {
  const all = probe.callable.length === 0 ? [] : await badCalls(probe);
  const calls = all.filter((call) => hasFailed(call.exchange) && counts?.(call) !== false);
  if (calls.length === 0) return notObserved(none);
  return outcomeOf(
    calls.filter(isWrong).map(({ tool, spoiled, exchange }) => ({
      why: `${tool.name}, where ${spoiled.why}, ${says(quote(failureText(exchange.reply)), spoiled)}`,
      exchange,
    })),
  );
}

/** The wrong value, which tells as well which argument is meant; none that could stand anywhere. */
function valueOf({ path, args }: BadCall['spoiled']): readonly string[] {
  const value = path.split('.').reduce<unknown>((each, name) => {
    return Array.isArray(each) ? (each as unknown[])[Number(name)] : objectOrEmpty(each)[name];
  }, args);
  return typeof value === 'string' && value.length > 3 ? [value] : [];
}

/** A pattern is best described in words that cannot be predicted; a failure that names the missing argument says enough. */
function canSayWhatIsRight({ spoiled, exchange }: BadCall): boolean {
  return (
    spoiled.kind !== 'pattern' &&
    spoiled.kind !== 'missing' &&
    spoiled.expected.length > 0 &&
    names(exchange, [spoiled.field, ...valueOf(spoiled)])
  );
}

/** Whether a failure has words of its own, and they are about the arguments. */
function isTelling({ exchange, failsAnyway }: BadCall): boolean {
  const text = failureText(exchange.reply);
  return !failsAnyway && text.trim() !== '' && !isGeneric(text);
}

function names({ reply }: WireExchange, words: readonly string[]): boolean {
  const text = failureText(reply).toLowerCase();
  return words.some((word) => hasWord(text, word.toLowerCase()));
}

/** Whether a text has a word by itself: "1" is not in "10". */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
