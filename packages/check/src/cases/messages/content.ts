import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { badCalls, type BadCall } from '../arguments/bad-calls.js';
import { MCP } from '../eras.js';
import { adviceLink } from '../links.js';
import { failureText, hasFailed } from '../read-reply.js';
import { outcomeOf } from './outcome-of.js';
import { isGeneric, quote } from './words.js';

/** Failed calls with wrong arguments whose words can be judged. */
async function failedCalls(probe: Probe): Promise<readonly BadCall[]> {
  const calls = probe.callable.length === 0 ? [] : await badCalls(probe);
  return calls.filter(({ exchange }) => hasFailed(exchange));
}

export const notGeneric: Case = {
  id: 'errata/messages/not-generic',
  group: 'messages',
  requirement: 'A call with wrong arguments is answered with more than "Invalid params".',
  link: adviceLink('messages'),
  keyword: 'SHOULD',
  fix: 'Say which argument is wrong and what it has to be: a model that is told nothing repeats the call.',
  eras: MCP,
  async run(probe) {
    const calls = await failedCalls(probe);
    if (calls.length === 0) return notObserved('no call failed');
    return outcomeOf(
      calls
        .filter(({ exchange }) => isGeneric(failureText(exchange.reply)))
        .map(({ tool, spoiled, exchange }) => ({
          why: `${tool.name}, where ${spoiled.why}, says only ${quote(failureText(exchange.reply))}`,
          exchange,
        })),
    );
  },
};

export const namesTheField: Case = {
  id: 'errata/messages/names-the-field',
  group: 'messages',
  requirement: 'A failure about an argument names the argument, or its value.',
  link: adviceLink('messages'),
  keyword: 'SHOULD',
  fix: 'Put the name of the argument into the text.',
  eras: MCP,
  async run(probe) {
    const calls = (await failedCalls(probe)).filter(isTelling);
    if (calls.length === 0) return notObserved('no call failed with words of its own');
    return outcomeOf(
      calls
        .filter(({ spoiled, exchange }) => !names(exchange, [spoiled.field, ...valueOf(spoiled)]))
        .map(({ tool, spoiled, exchange }) => ({
          why: `${tool.name}, where ${spoiled.why}, says ${quote(failureText(exchange.reply))} without ${spoiled.field}`,
          exchange,
        })),
    );
  },
};

export const saysWhatIsRight: Case = {
  id: 'errata/messages/next-step',
  group: 'messages',
  requirement:
    'A failure about an argument tells the next step: the type, the bound or the values that would be right.',
  link: adviceLink('messages'),
  keyword: 'SHOULD',
  fix: 'Say what was expected: "limit has to be from 1 to 10" is corrected at once, "limit is invalid" is guessed at.',
  eras: MCP,
  async run(probe) {
    const calls = (await failedCalls(probe)).filter(
      ({ spoiled, exchange, ...call }) =>
        isTelling({ exchange, ...call }) &&
        // A regular expression is best described in words, which nobody can foresee; who names what is missing has said it all.
        spoiled.kind !== 'pattern' &&
        spoiled.kind !== 'missing' &&
        spoiled.expected.length > 0 &&
        names(exchange, [spoiled.field, ...valueOf(spoiled)]),
    );
    if (calls.length === 0) return notObserved('no call failed with words of its own');
    return outcomeOf(
      calls
        .filter(({ spoiled, exchange }) => !names(exchange, spoiled.expected))
        .map(({ tool, spoiled, exchange }) => ({
          why: `${tool.name}, where ${spoiled.why}, says ${quote(failureText(exchange.reply))} and not what would be right`,
          exchange,
        })),
    );
  },
};

/** A name that no server has. */
const NOBODY = 'errata_check_no_such_tool';

export const namesTheTool: Case = {
  id: 'errata/messages/names-the-tool',
  group: 'messages',
  requirement: 'The failure of a call to an unknown tool names the tool.',
  link: adviceLink('messages'),
  keyword: 'SHOULD',
  fix: 'Put the name into the text; better still, the nearest names that exist.',
  eras: MCP,
  async run(probe) {
    if (!Object.hasOwn(probe.offer.capabilities, 'tools')) return notObserved('there are no tools');
    const exchange = await probe.call(NOBODY, {});
    if (!hasFailed(exchange)) return notObserved('the call did not fail');
    if (names(exchange, [NOBODY])) return kept;
    return violated(`it says ${quote(failureText(exchange.reply))}`, exchange);
  },
};

/** The wrong value, which tells as well which argument is meant; none that could stand anywhere. */
function valueOf({ path, args }: BadCall['spoiled']): readonly string[] {
  const value = path.split('.').reduce<unknown>((each, name) => {
    return Array.isArray(each) ? (each as unknown[])[Number(name)] : membersOf(each)[name];
  }, args);
  return typeof value === 'string' && value.length > 3 ? [value] : [];
}

/** Whether a failure has words of its own, and they are about the arguments. */
function isTelling({ exchange, failsAnyway }: Pick<BadCall, 'exchange' | 'failsAnyway'>): boolean {
  const text = failureText(exchange.reply);
  return !failsAnyway && text.trim() !== '' && !isGeneric(text);
}

function names({ reply }: Exchange, words: readonly string[]): boolean {
  const text = failureText(reply).toLowerCase();
  return words.some((word) => hasWord(text, word.toLowerCase()));
}

/** Whether a word stands in a text by itself: "1" is not in "10". */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
