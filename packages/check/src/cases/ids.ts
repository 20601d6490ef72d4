import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage, LinkLog } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { idTextOf } from '../session/messages.js';
import { ABSENT_METHOD, harmlessText, LISTS, shownId } from './ask.js';
import {
  defineCases,
  DID_NOT_SURVIVE,
  never,
  NO_REPLY,
  type CaseRow,
  type Wanted,
} from './define-cases.js';
import { PLAIN, JSONRPC, mcpLink } from './spec.js';
import {
  idsIn,
  sameId,
  codeOf,
  describe,
  entriesOf,
  errorOf,
  hasResult,
  resultOf,
} from './read-reply.js';

interface EchoRow {
  readonly name: string;
  /** As JSON text. No other case uses it: an id is not used twice in a conversation. */
  readonly id: string;
  readonly what: string;
  readonly fix: string;
  /** A server may refuse such an id; what it answers has to carry it. */
  readonly isRefusable?: true;
}

const AS_IT_CAME =
  'Keep the id of a request as the JSON value it came as, and put it into the reply.';

const NO_NUMBER = 'Do not turn ids that are strings into anything else, even if they look like it.';

/** The ids that are tried. */
const ECHO_ROWS: readonly EchoRow[] = [
  { name: 'integer', id: '77', what: 'a small integer', fix: AS_IT_CAME },
  {
    name: 'zero',
    id: '0',
    what: 'zero',
    fix: 'Ask whether there is an id, not whether it is truthy.',
  },
  { name: 'negative', id: '-7', what: 'a negative integer', fix: AS_IT_CAME },
  {
    name: 'max-safe',
    id: '9007199254740991',
    what: 'the largest integer that a double holds without doubt',
    fix: 'Keep ids in 64 bits, or as the text they came as.',
  },
  {
    name: 'bigint',
    id: '9007199254740993',
    what: 'an integer beyond the doubles',
    fix: 'Keep the text of the id, or refuse what cannot be kept: a rounded id may belong to another request.',
    isRefusable: true,
  },
  {
    name: 'fraction',
    id: '1.5',
    what: 'a number with a fraction',
    fix: 'Refuse such an id, or keep it as it is; do not round it.',
    isRefusable: true,
  },
  { name: 'string', id: '"errata-check"', what: 'a string', fix: AS_IT_CAME },
  {
    name: 'empty-string',
    id: '""',
    what: 'the empty string',
    fix: 'Ask whether there is an id, not whether it is truthy.',
  },
  { name: 'numeric-string', id: '"4711"', what: 'a string of digits', fix: NO_NUMBER },
  {
    name: 'unicode',
    id: '"errata-\u00e9-\u4e16\u754c-\ud83d\udc1f"',
    what: 'a string beyond ASCII',
    fix: 'Read and write UTF-8 everywhere.',
  },
  {
    name: 'escapes',
    id: String.raw`"errata \"quoted\" \\ back\nnext\tend"`,
    what: 'a string with quotes, backslashes and control characters',
    fix: 'Let a JSON writer write the id instead of putting it between quotes.',
  },
  {
    name: 'long-string',
    id: `"errata-${'0123456789abcdef'.repeat(64)}"`,
    what: 'a string of a kilobyte',
    fix: 'Do not cut ids.',
  },
  { name: 'uuid', id: '"2f0b6c1e-93d4-4a57-8a7e-0c5d1f6b9e21"', what: 'a UUID', fix: NO_NUMBER },
];

/** Values that no revision takes for an id. */
export const UNUSABLE_IDS = { boolean: 'true', object: '{"errata":1}', array: '[1]' } as const;
const MANY = Array.from({ length: 20 }, (_, index) => String(70_001 + index));
export const IDS_CASES = defineCases({ group: 'ids', link: JSONRPC.responseObject }, [
  ...ECHO_ROWS.map(({ name, id, what, fix, isRefusable }): CaseRow<'link'> => ({
    id: `jsonrpc/5/id-echo-${name}`,
    must: `The reply to a request has its id, of the same type and value, when the id is ${what}.`,
    fix,
    ask: (probe) => probe.send(harmlessText(probe, id), { expects: 'due' }),
    want: (exchange) => echoes(exchange, id, isRefusable),
  })),
  {
    id: 'jsonrpc/5/id-echo-error',
    must: 'An error has the id of the request that failed.',
    fix: 'Write the id of the request into errors as well: without it the caller waits until its time is over.',
    ask: (probe) => probe.send(probe.write(ABSENT_METHOD, undefined, '"errata-failing"')),
    unless: ({ reply }) =>
      errorOf(reply) === undefined ? notObserved('the request got no error') : undefined,
    want: (exchange) => echoes(exchange, '"errata-failing"'),
  },
  // Looks back at what the cases of the echo said, since an id is used only once in a conversation.
  {
    id: 'jsonrpc/5/every-id-answered',
    must: 'A request is answered whatever string or integer its id is, also 0 and "".',
    fix: 'Only a message without the member "id" is a notification; ask whether the member is there.',
    looksBack: true,
    run(probe) {
      const asked = ECHO_ROWS.filter(({ isRefusable }) => isRefusable !== true).flatMap(
        ({ id }) => {
          const text = harmlessText(probe, id);
          const exchange = probe.exchanges.find(
            ({ sent, state }) => sent[0] === text && state === 'open',
          );
          return exchange === undefined ? [] : [{ id, exchange }];
        },
      );
      if (asked.length === 0) return notObserved('no such request was survived');
      const mute = asked.filter(({ exchange: { responses, httpAnswers } }) => {
        return responses.length === 0 && (httpAnswers[0]?.status ?? 0) < 400;
      });
      if (mute.length === 0) return kept;
      const ids = mute.map(({ id }) => shownId(id)).join(', ');
      return violated(
        `there was no reply under ${mute.length} of ${asked.length} ids: ${ids}`,
        ...mute.map(({ exchange }) => exchange),
      );
    },
  },
  {
    id: 'jsonrpc/4/null-id-answered',
    must: 'A request whose id is null is a request, and answered under null: only without the member it is a notification.',
    link: JSONRPC.requestObject,
    fix: 'Ask whether the member "id" is there, not whether it is null.',
    eras: PLAIN,
    ask: (probe) => probe.send(harmlessText(probe, 'null'), { expects: 'due' }),
    unless: never,
    want(exchange) {
      const { reply, state, httpAnswers } = exchange;
      if (reply !== undefined) {
        const id = idTextOf(reply.text);
        if (id === 'null') return true;
        return `the reply came ${id === undefined ? 'without an id' : `under ${shownId(id)}`}`;
      }
      if (state !== 'open') return DID_NOT_SURVIVE;
      const isRefused = (httpAnswers[0]?.status ?? 0) >= 400;
      if (isRefused) return notObserved(`it was refused with ${describe(exchange)}`);
      return 'a request under the id null got no reply';
    },
  },
  {
    id: 'mcp/2024-11-05/basic/null-id-not-served',
    should: 'A request whose id is null is not answered with a result: MCP knows no such id.',
    link: mcpLink('basic', '2025-11-25', 'requests'),
    fix: 'Refuse it with -32600: a result under null can be matched by no client.',
    deviation: 'null-id',
    ask: (probe) => probe.send(harmlessText(probe, 'null')),
    want: ({ reply }) =>
      !hasResult(reply) || `a request under the id null got ${reply!.text.slice(0, 200)}`,
  },
  ...Object.entries(UNUSABLE_IDS).map(([name, id]): CaseRow<'link'> => ({
    id: `jsonrpc/4/${name}-id-code`,
    must: `A request whose id is the JSON value ${id} is no valid request, and is answered with -32600.`,
    link: JSONRPC.requestObject,
    fix: 'Check that an id is a string or a number before it is used, and answer -32600 otherwise.',
    ask: (probe) => probe.send(harmlessText(probe, id)),
    what: `a request under the id ${id}`,
    want: ({ reply }) => codeOf(reply) === -32600,
  })),
  {
    id: 'jsonrpc/5/twenty-at-once',
    must: 'Twenty requests at once get twenty replies, each under its own id.',
    fix: 'Keep the id with each request while it is worked on, not in one place for all.',
    run: (probe) =>
      askTogether(probe, MANY, (responses) => {
        const missing = MANY.filter((id) => !hasReply(responses, id));
        return missing.length === 0
          ? undefined
          : `of ${MANY.length} requests at once, ${missing.length} got no reply under their id: ${missing.join(', ')}`;
      }),
  },
  {
    id: 'jsonrpc/5/answers-not-swapped',
    must: 'Requests of different kinds at once get each its own answer, not that of another.',
    fix: 'Keep the id with each request while it is worked on, not in one place for all.',
    async run(probe) {
      // How each is answered when it is alone says how it has to be answered in company.
      const alone: (string | undefined)[] = [];
      for (const text of kindsOf(probe)) alone.push(shapeOf((await probe.send(text)).reply));
      const texts = kindsOf(probe);
      const exchange = await probe.sendAll(texts);
      if (exchange.state === 'closed') return DID_NOT_SURVIVE;
      for (const [index, text] of texts.entries()) {
        const id = idTextOf(text);
        const shape = shapeOf(exchange.responses.find((each) => idTextOf(each.text) === id));
        if (shape !== undefined && shape !== alone[index] && alone.includes(shape)) {
          return `${methodOf(text)} was answered with ${String(alone[index])} when it was alone, and with ${shape} among others`;
        }
      }
      return exchange.responses.length < 2 ? notObserved('there were no two replies') : kept;
    },
  },
  {
    id: 'jsonrpc/5/number-and-string-at-once',
    must: 'Two requests at once whose ids are 78 and "78" get a reply each: they are different ids.',
    fix: 'Keep requests by the id and its type, such as its JSON text, not by its digits alone.',
    run: (probe) =>
      askTogether(probe, ['78', '"78"'], ({ length }) =>
        length >= 2 ? undefined : 'the requests under 78 and "78" got one reply together',
      ),
  },
  {
    id: 'errata/ids/duplicate-in-flight',
    must: 'Two requests at once under one id do not both go without a reply, and over HTTP each POST is answered.',
    fix: 'Answer the first, and refuse the second with -32600.',
    ask(probe) {
      const text = harmlessText(probe, '"errata-twin"');
      return probe.sendAll([text, text], { expects: 'due' });
    },
    unless: ({ state }) => (state === 'closed' ? DID_NOT_SURVIVE : undefined),
    want({ responses, httpAnswers }, { transport }) {
      if (transport === 'http') {
        return (
          httpAnswers.length === 2 ||
          `of two POSTs at once under one id, ${httpAnswers.length} got an answer`
        );
      }
      return (
        responses.length > 0 ||
        'two requests at once under the id "errata-twin" got no reply at all'
      );
    },
  },
  {
    id: 'jsonrpc/5/answered-once',
    must: 'No request is answered twice.',
    fix: 'Let a request end with its first reply; what comes later belongs into the log.',
    last(probe) {
      const doubles = probe.links.flatMap((link) => {
        const { asked, answered } = count(link);
        return [...answered].flatMap(([id, times]) => {
          const wanted = asked.get(id) ?? 0;
          return wanted === 0 || times <= wanted ? [] : [{ id, times, wanted }];
        });
      });
      const shownIn = (id: string) =>
        probe.exchanges.filter(({ sent }) => sent.some((text) => idsIn(text).includes(id)));
      // The replies to our own markers are in no exchange.
      const double = doubles.find(({ id }) => shownIn(id).length > 0) ?? doubles[0];
      if (double === undefined) return kept;
      const { id, times, wanted } = double;
      const requests = wanted === 1 ? '1 request' : `${wanted} requests`;
      return violated(
        `${requests} under the id ${shownId(id)} got ${times} replies`,
        ...shownIn(id).slice(0, 3),
      );
    },
  },
  {
    id: 'jsonrpc/5/no-reply-unasked',
    must: 'No reply has an id that was never sent.',
    fix: 'Answer requests only. Send everything else as a notification.',
    last(probe) {
      const known = new Set(probe.exchanges.flatMap(({ sent }) => idsIn(sent.join(''))));
      let replies = 0;
      for (const exchange of probe.exchanges) {
        const ids = entriesOf(exchange.responses).map(({ value }) =>
          keyOf(objectOrEmpty(value)['id']),
        );
        replies += ids.length;
        // A reply under a wrong id in place of the right one is judged where the request is.
        const wanted = exchange.sent.flatMap((text) => idsIn(text));
        const isComplete = wanted.every((id) => ids.includes(id));
        const stray = ids.find((id) => id !== undefined && !known.has(id));
        if (isComplete && stray !== undefined) {
          return violated(
            `a reply came under the id ${shownId(stray)}, which was never used`,
            exchange,
          );
        }
      }
      return replies === 0 ? notObserved('there were no replies') : kept;
    },
  },
]);

function echoes({ reply, httpAnswers }: WireExchange, id: string, isRefusable = false): Wanted {
  if (reply === undefined || !isObject(reply.value)) return notObserved('the reply is no object');
  const echoed = idTextOf(reply.text);
  if (echoed !== undefined && sameId(echoed, id)) return true;
  const isNameless = echoed === undefined || echoed === 'null';
  if (isNameless && (isRefusable || (httpAnswers[0]?.status ?? 0) >= 400)) {
    return notObserved(`the id ${shownId(id)} was refused`);
  }
  const under = echoed === undefined ? 'without an id' : `under the id ${shownId(echoed)}`;
  return `the request under the id ${shownId(id)} got a reply ${under}`;
}

/** Ask several requests at once, and judge all replies by what is wrong with them. */
async function askTogether(
  probe: Probe,
  ids: readonly string[],
  flawOf: (responses: readonly ReceivedMessage[]) => string | undefined,
): Promise<CaseOutcome> {
  const texts = ids.map((id) => harmlessText(probe, id));
  const { state, responses, httpAnswers } = await probe.sendAll(texts, { expects: 'reply' });
  if (state === 'closed') return DID_NOT_SURVIVE;
  if (responses.length === 0) return NO_REPLY;
  const refused = httpAnswers.find(({ status }) => status >= 400);
  if (refused !== undefined) return notObserved(`one was refused with HTTP ${refused.status}`);
  const late = state === 'open' ? [] : await lateReplies(probe);
  if (late === undefined) return notObserved('not all were answered in time');
  const flaw = flawOf([...responses, ...late]);
  return flaw === undefined ? kept : violated(flaw);
}

/** Replies that are missing come before the answer to what is asked after them, if the server is only slow. */
async function lateReplies(probe: Probe): Promise<readonly ReceivedMessage[] | undefined> {
  const later = probe.transport === 'http' ? undefined : await probe.alive();
  if (later?.reply === undefined) return undefined;
  return later.responses.filter((each) => each !== later.reply);
}

function hasReply(responses: readonly ReceivedMessage[], id: string): boolean {
  return responses.some(({ text }) => sameId(idTextOf(text) ?? '', id));
}

function kindsOf(probe: Probe): readonly string[] {
  const lists = LISTS.filter((name) => Object.hasOwn(probe.offer.capabilities, name));
  return [
    harmlessText(probe),
    probe.write(ABSENT_METHOD),
    ...lists.map((name) => probe.write(`${name}/list`)),
  ];
}

/** What a reply looks like, whatever it says. */
function shapeOf(reply: ReceivedMessage | undefined): string | undefined {
  if (errorOf(reply) !== undefined) return `error ${String(codeOf(reply))}`;
  if (!hasResult(reply)) return undefined;
  const members = Object.keys(resultOf(reply) ?? {}).sort();
  return `a result with ${members.join(', ') || 'nothing'}`;
}

function methodOf(text: string): string {
  return String(objectOrEmpty(JSON.parse(text) as unknown)['method']);
}

/** How often each id went out and came back on a link. */
function count({ events }: LinkLog) {
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  for (const { way, text, at } of events) {
    const ids =
      way === 'out'
        ? idsIn(text)
        : entriesOf([{ text, value: parseJson(text), at }]).map(({ value }) =>
            keyOf(objectOrEmpty(value)['id']),
          );
    const tally = way === 'out' ? asked : answered;
    for (const id of ids) if (id !== undefined) tally.set(id, (tally.get(id) ?? 0) + 1);
  }
  return { asked, answered };
}

/** Types are ignored here: callers judge them. */
function keyOf(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
