import { notObserved, type Case } from '../../case.js';
import { estimateTokens } from '../../hosts/tokens.js';
import { isObject, parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { MCP } from '../eras.js';
import { adviceLink, JSONRPC, mcpLink } from '../links.js';
import { outcomeOf } from './outcome-of.js';
import { isGeneric, quote, wordsIn, type Words } from './words.js';

interface Row extends Pick<Case, 'id' | 'requirement' | 'link' | 'fix' | 'eras'> {
  /** What is wrong with these words, as a sentence; undefined where nothing is. */
  readonly wrong: (words: Words) => string | undefined;
  /** Which failures are meant; all unless told. */
  readonly where?: Words['where'];
}

/** Characters of one sentence that is still concise. */
const CONCISE = 400;
/** Tokens of a failure that a model still reads with profit. */
const CHEAP = 400;

const ROWS: readonly Row[] = [
  {
    id: 'jsonrpc/5.1/message-single-sentence',
    requirement: 'The message of an error is a concise single sentence.',
    link: JSONRPC.errorObject,
    fix: 'Put the short sentence into message, and everything else into data.',
    where: 'error',
    wrong: ({ first }) => {
      if (/[\r\n]/.test(first.trim())) return `a message of several lines: ${quote(first)}`;
      if (isDump(first)) return undefined;
      return first.length > CONCISE ? `a message of ${first.length} characters` : undefined;
    },
  },
  {
    id: 'errata/messages/not-empty',
    requirement: 'The message of an error is not empty.',
    link: JSONRPC.errorObject,
    fix: 'Say in one sentence what went wrong.',
    where: 'error',
    wrong: ({ first }) => (first.trim() === '' ? 'the message is empty' : undefined),
  },
  {
    id: 'mcp/2024-11-05/tools/failure-has-text',
    requirement: 'A result with isError has a text: it is all that a model gets to see.',
    link: mcpLink('tools', '2025-11-25', 'error-handling'),
    fix: 'Put a text block into content that says what went wrong and what to do.',
    eras: MCP,
    where: 'result',
    wrong: ({ all }) =>
      all.every((text) => text.trim() === '') ? 'isError, and no text at all' : undefined,
  },
  {
    id: 'errata/messages/no-dump',
    requirement: "A failure is told in words, not as a validator's raw JSON.",
    link: adviceLink('messages'),
    fix: 'Turn the issues of the validator into a sentence per field; the raw list belongs into data, if anywhere.',
    wrong: ({ all }) => {
      const dump = all.find(isDump);
      return dump === undefined ? undefined : `raw JSON as text: ${quote(dump)}`;
    },
  },
  {
    id: 'errata/messages/no-double-prefix',
    requirement: 'A failure says that it is an error once at most.',
    link: adviceLink('messages'),
    fix: 'Do not wrap the text of an error in another error: pass it on, or say something better.',
    wrong: ({ all }) => {
      const double = all.find((text) => /(?:\b(?:MCP error -?\d+|\w*Error): ){2}/i.test(text));
      return double === undefined ? undefined : quote(double);
    },
  },
  {
    id: 'errata/messages/no-control-characters',
    requirement:
      'The words of a failure hold no control characters, colours of terminals or bidirectional marks.',
    link: adviceLink('messages'),
    fix: 'Strip such characters from everything that is quoted in an error.',
    wrong: ({ all }) => {
      const odd = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
      const text = all.find((each) => odd.test(each));
      return text === undefined ? undefined : `in ${quote(text)}`;
    },
  },
  {
    id: 'errata/messages/first-block',
    requirement:
      'The first text of a failed result says what went wrong: some hosts show no other.',
    link: adviceLink('messages'),
    fix: 'Put the reason into the first text block, and details after it.',
    eras: MCP,
    where: 'result',
    wrong: ({ first, all }) =>
      all.length > 1 && (first.trim() === '' || isGeneric(first))
        ? `the first of ${all.length} texts is ${quote(first)}`
        : undefined,
  },
  {
    id: 'errata/messages/token-cost',
    requirement: 'A failed call costs the model a few hundred tokens at most.',
    link: adviceLink('messages'),
    fix: 'Cut lists and excerpts, and say where the rest can be had.',
    eras: MCP,
    where: 'result',
    wrong: ({ all }) => {
      const tokens = estimateTokens(all.join('\n'));
      return tokens > CHEAP && !all.some(isDump) ? `about ${tokens} tokens` : undefined;
    },
  },
];

/** What is wrong with the form of any failure that was heard in the run. */
export const FORM_CASES: readonly Case[] = ROWS.map(({ wrong, where, ...row }) => ({
  ...row,
  group: 'messages',
  keyword: 'SHOULD',
  when: 'last',
  run(probe: Probe) {
    const words = wordsIn(probe.exchanges).filter(
      (each) => where === undefined || each.where === where,
    );
    if (words.length === 0) return notObserved('nothing of the kind was heard');
    return outcomeOf(
      words.flatMap((each) => {
        const why = wrong(each);
        return why === undefined ? [] : [{ why, exchange: each.exchange }];
      }),
    );
  },
}));

/** Whether a text is, or holds after a few words, the JSON of a list or object that somebody forgot to read. */
function isDump(text: string): boolean {
  const begin = text.search(/[[{]/);
  if (begin === -1 || begin > 120) return false;
  const value = parseJson(text.slice(begin));
  return Array.isArray(value) ? value.some((each) => isObject(each)) : isObject(value);
}
