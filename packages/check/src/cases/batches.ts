import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { writeMessage, idTextOf } from '../session/messages.js';
import type { Say } from '../session/session.js';
import { initializeParams } from '../session/open-session.js';
import { ABSENT_METHOD, harmlessText } from './ask.js';
import {
  defineCases,
  DID_NOT_SURVIVE,
  isAnswered,
  never,
  NO_REPLY,
  NOTHING_SUCCEEDS,
  type Seen,
} from './define-cases.js';
import { PLAIN, since, WITH_BATCHES, adviceLink, JSONRPC, mcpLink } from './spec.js';
import { codeOf, describe, entriesOf, errorOf, hasResult } from './read-reply.js';

/** What came of a batch. */
interface BatchAnswer {
  readonly exchange: WireExchange;
  /** Its responses, one by one. */
  readonly entries: readonly ReceivedMessage[];
  /** Whether they came as an array. */
  readonly isArray: boolean;
  /** Whether there is one error for the batch as a whole, or a status of HTTP that refuses it. */
  readonly isRefused: boolean;
}

/** A notification that no server knows. */
export const UNHEARD = 'notifications/errata-unheard';

const ARRAY =
  'Answer an array with an array, whatever its length: clients match the replies of a batch inside one.';

const WITHOUT_BATCHES = since('2025-06-18');

const COMMON = { group: 'batches', link: JSONRPC.batch, eras: WITH_BATCHES } as const;

export const BATCHES_CASES = defineCases(COMMON, [
  {
    id: 'jsonrpc/6/batch-answered',
    must: 'A batch of requests gets a reply.',
    fix: 'Read an array as a batch, and answer each request in it.',
    run: judgeAnswered,
  },
  {
    id: 'jsonrpc/6/batch-served',
    should: 'A batch of requests is served, not refused.',
    fix: 'Serve each request of the array as if it had come by itself.',
    eras: PLAIN,
    run: judgeServed,
  },
  {
    id: 'mcp/2025-03-26/basic/batch-served',
    must: 'A batch of requests is served, not refused.',
    link: mcpLink('basic', '2025-03-26', 'batching'),
    fix: 'Serve each request of the array as if it had come by itself.',
    eras: ['2025-03-26'],
    run: judgeServed,
  },
  {
    id: 'jsonrpc/6/batch-array',
    should: 'A batch is answered with an array.',
    fix: ARRAY,
    run: (probe) => judgeArray(probe, twoRequests(probe), 'a batch of two requests'),
  },
  {
    id: 'jsonrpc/6/batch-of-one-array',
    should: 'A batch of one request is answered with an array of one reply.',
    fix: ARRAY,
    run: (probe) => judgeArray(probe, [harmlessText(probe)], 'a batch of one request'),
  },
  {
    id: 'jsonrpc/6/reply-per-request',
    must: 'A batch gets one reply for each request in it.',
    fix: 'Collect the replies to all requests of the batch before it is answered.',
    run: (probe) => judgeCount(probe, requestsFor(probe, 3), 3, 'a batch of 3 requests'),
  },
  {
    id: 'jsonrpc/6/ids-of-entries',
    must: 'Each reply to a batch has the id of the request that it answers.',
    fix: 'Treat each request of a batch as one of its own, with its own id.',
    run(probe) {
      const ids = [801, 'errata-batch', 803];
      const messages = ids.map((id) => harmlessText(probe, JSON.stringify(id)));
      return judgeEntries(probe, messages, (entries) => {
        if (entries.length < ids.length) return notObserved('there was not a reply to each');
        const echoed = entries.map(({ value }) => objectOrEmpty(value)['id']);
        return ids.every((id) => echoed.includes(id))
          ? undefined
          : `the ids ${JSON.stringify(ids)} came back as ${JSON.stringify(echoed)}`;
      });
    },
  },
  {
    id: 'jsonrpc/6/failure-isolated',
    must: 'A request of a batch that fails does not spoil the others.',
    fix: 'Catch the failure of each request of a batch by itself.',
    run(probe) {
      const { harmless } = probe;
      if (harmless === undefined) return NOTHING_SUCCEEDS;
      const good = harmlessText(probe, '"errata-good"');
      return judgeEntries(probe, [probe.write(ABSENT_METHOD), good], (entries) => {
        const entry = entries.find(({ value }) => objectOrEmpty(value)['id'] === 'errata-good');
        if (entry === undefined) return notObserved('there was no reply under its id');
        return hasResult(entry)
          ? undefined
          : `${harmless.method} beside an unknown method failed with ${String(codeOf(entry))}`;
      });
    },
  },
  {
    id: 'errata/batches/fifty-in-a-batch',
    should: 'A batch of fifty small requests is answered as a whole, or refused as a whole.',
    fix: 'Where there is a limit, refuse what is longer with one -32600 instead of dropping its end.',
    async run(probe) {
      const requests = requestsFor(probe, 50);
      const answer = await sendBatch(probe, requests);
      if (answer.isRefused) return kept;
      const skipped = unjudgeable(answer);
      if (skipped !== undefined) return skipped;
      if (answer.entries.length >= requests.length) return kept;
      return `a batch of 50 requests got ${answer.entries.length} replies`;
    },
  },
  {
    id: 'jsonrpc/6/notification-in-batch',
    must: 'A notification in a batch gets no reply among those to the requests.',
    link: JSONRPC.notification,
    fix: 'Leave messages without an id out of the reply to a batch, whatever became of them.',
    run: (probe) =>
      judgeEntries(probe, [harmlessText(probe), notification(probe)], ({ length }) =>
        length === 1
          ? undefined
          : `a batch of one request and one notification got ${length} replies`,
      ),
  },
  {
    id: 'jsonrpc/6/only-notifications',
    must: 'A batch of notifications is answered with nothing, not with an empty array either.',
    fix: 'Send nothing where no reply is left; over HTTP an empty body with 202 or 204.',
    async run(probe) {
      const text = `[${notification(probe)},${notification(probe)}]`;
      const exchange = await probe.send(text, { expects: 'silence' });
      if (exchange.state !== 'open') return DID_NOT_SURVIVE;
      if (exchange.responses.length === 0) return kept;
      if ((exchange.httpAnswers[0]?.status ?? 0) >= 400) return notObserved('HTTP refused it');
      if (!(await takesBatches(probe))) return notObserved('batches are refused');
      return violated(
        `a batch of two notifications got ${exchange.responses[0]!.text.slice(0, 200)}`,
        exchange,
      );
    },
  },
  {
    id: 'jsonrpc/6/empty-batch-answered',
    must: 'An empty array gets a reply.',
    fix: 'Answer [] with a single error -32600.',
    ask: (probe) => probe.send('[]', { expects: 'due' }),
    what: '[]',
    unless: never,
    want: isAnswered,
  },
  {
    id: 'jsonrpc/6/empty-batch-code',
    must: 'An empty array is answered with -32600.',
    fix: 'Answer [] with a single error -32600.',
    ask: (probe) => probe.send('[]'),
    unless: never,
    want(exchange) {
      const [entry] = entriesOf(exchange.responses);
      if (entry === undefined) return notObserved('there was no error in reply');
      if (codeOf(entry) === -32600) return true;
      return `[] got ${describe({ ...exchange, reply: entry })}`;
    },
  },
  {
    id: 'jsonrpc/6/empty-batch-single',
    must: 'An empty array is answered with a single object, not with an array.',
    fix: 'Answer [] with a single error -32600, not in an array.',
    ask: (probe) => probe.send('[]'),
    want: ({ reply }) => !Array.isArray(reply!.value) || `[] got ${reply!.text.slice(0, 200)}`,
  },
  {
    id: 'jsonrpc/6/invalid-entry-code',
    must: 'An entry of a batch that is no request is answered with -32600.',
    fix: 'Check each entry of a batch by itself, and answer -32600 to what is no request.',
    async run(probe) {
      const { entries, exchange } = await sendBatch(probe, ['1']);
      if (entries.length === 0) return NO_REPLY;
      if (codeOf(entries[0]) === -32600) return kept;
      return `[1] got ${describe({ ...exchange, reply: entries[0] })}`;
    },
  },
  {
    id: 'jsonrpc/6/invalid-entry-array',
    should: 'A batch of one entry that is no request is answered with an array of one error.',
    fix: 'Answer an array that is not empty with an array, also where all of its entries are invalid.',
    async run(probe) {
      const { exchange, isArray, isRefused } = await sendBatch(probe, ['1']);
      if (exchange.reply === undefined) return NO_REPLY;
      if (isArray) return kept;
      if (isRefused && !(await takesBatches(probe))) return notObserved('batches are refused');
      return violated(`[1] got ${exchange.reply.text.slice(0, 200)}`, exchange);
    },
  },
  {
    id: 'jsonrpc/6/invalid-entries-each',
    should: 'Each entry of a batch that is no request gets an error of its own.',
    fix: 'Check each entry of a batch by itself.',
    run: (probe) => judgeCount(probe, ['1', '2', '3'], 3, '[1,2,3]'),
  },
  {
    id: 'jsonrpc/6/valid-beside-invalid',
    must: 'A request in a batch is answered although another entry is none.',
    fix: 'Check each entry of a batch by itself instead of refusing all for one.',
    async run(probe) {
      const answer = await sendBatch(probe, ['1', harmlessText(probe, '"errata-valid"')]);
      const { entries, exchange, isRefused } = answer;
      if (entries.some(({ value }) => objectOrEmpty(value)['id'] === 'errata-valid')) return kept;
      if (exchange.state !== 'open') return DID_NOT_SURVIVE;
      if (entries.length === 0 && !isRefused) return NO_REPLY;
      if (isRefused && !(await takesBatches(probe))) return notObserved('batches are refused');
      return violated(
        `the request beside an entry 1 got no reply: ${describe(exchange)}`,
        exchange,
      );
    },
  },
  {
    id: 'jsonrpc/6/broken-batch-code',
    must: 'A batch with invalid JSON gets -32700.',
    fix: 'Parse the whole batch before you run any of it. Answer -32700 if it is invalid JSON.',
    ask: sendHalf,
    unless: never,
    want(exchange) {
      const [entry] = entriesOf(exchange.responses);
      if (entry === undefined) return NO_REPLY;
      if (codeOf(entry) === -32700) return true;
      return `half a batch got ${describe({ ...exchange, reply: entry })}`;
    },
  },
  {
    id: 'jsonrpc/6/broken-batch-single',
    must: 'A batch with invalid JSON gets a single object, not an array.',
    fix: 'Answer with one error -32700, not in an array.',
    ask: sendHalf,
    want: ({ reply }) =>
      !Array.isArray(reply!.value) || `half a batch got ${reply!.text.slice(0, 200)}`,
  },
  {
    id: 'mcp/2025-03-26/lifecycle/initialize-in-batch',
    should:
      'An initialize request in a batch is not served: nothing else may be asked before it is over.',
    link: mcpLink('lifecycle', '2025-03-26', 'initialization'),
    fix: 'Refuse initialize in a batch with -32600.',
    eras: ['2025-03-26'],
    async run(probe) {
      const session = await probe.open({ handshake: false });
      const initialize = session.write('initialize', initializeParams(probe.era), '"errata-begin"');
      const exchange = await session.say({ texts: [`[${initialize},${session.write('ping')}]`] });
      const entries = entriesOf(exchange.responses);
      if (entries.length === 0) return NO_REPLY;
      const entry = entries.find(({ value }) => objectOrEmpty(value)['id'] === 'errata-begin');
      if (!hasResult(entry)) return kept;
      return `initialize in a batch got ${entry!.text.slice(0, 200)}`;
    },
  },
  {
    id: 'mcp/2025-06-18/transports/batch-refused-aloud',
    should: 'A batch, which this revision does not have any more, is refused, not ignored.',
    fix: 'Answer an array with a single error -32600, over HTTP with status 400.',
    eras: WITHOUT_BATCHES,
    run: judgeAnswered,
  },
  {
    id: 'errata/batches/not-served',
    should: 'A batch, which this revision does not have any more, is not served.',
    link: adviceLink('batches'),
    fix: 'Answer an array with a single error -32600, over HTTP with status 400.',
    eras: WITHOUT_BATCHES,
    async run(probe) {
      const { entries } = await sendBatch(probe, twoRequests(probe));
      if (entries.length === 0) return NO_REPLY;
      const results = entries.filter(hasResult);
      if (results.length === 0) return kept;
      return `a batch of two requests got ${results.length} results`;
    },
  },
]);

/** Send messages as one batch. */
async function sendBatch(
  probe: Probe,
  messages: readonly string[],
  expects: Say['expects'] = 'either',
): Promise<BatchAnswer> {
  const exchange = await probe.send(`[${messages.join(',')}]`, { expects });
  const [first] = exchange.responses;
  const isArray = Array.isArray(first?.value);
  const isNameless = first !== undefined && !isArray && (idTextOf(first.text) ?? 'null') === 'null';
  const isRefused =
    (exchange.httpAnswers[0]?.status ?? 0) >= 400 || (isNameless && errorOf(first) !== undefined);
  // A server that answers each message by itself has not said everything yet.
  const hasMore = first !== undefined && !isArray && !isNameless && probe.transport !== 'http';
  const left = messages.length - 1;
  const rest = hasMore && left > 0 ? await probe.sendAll([], { replies: left }) : undefined;
  return {
    exchange,
    entries: entriesOf([...exchange.responses, ...(rest?.responses ?? [])]),
    isArray,
    isRefused,
  };
}

/** Requests that any server can answer. */
function requestsFor(probe: Probe, count: number): readonly string[] {
  return Array.from({ length: count }, () => harmlessText(probe));
}

function twoRequests(probe: Probe): readonly string[] {
  return requestsFor(probe, 2);
}

/** Whether the server takes batches at all: a refusal of another one says something of that one only then. */
async function takesBatches(probe: Probe): Promise<boolean> {
  const { entries, isRefused } = await sendBatch(probe, twoRequests(probe));
  return entries.length > 0 && !isRefused;
}

/** Why the entries of an answer say nothing: there are none, or the batch was refused as a whole. */
function unjudgeable({ entries, isRefused, exchange }: BatchAnswer): CaseOutcome | undefined {
  if (exchange.state !== 'open') return DID_NOT_SURVIVE;
  if (isRefused) return notObserved('the batch was refused as a whole');
  return entries.length === 0 ? NO_REPLY : undefined;
}

async function judgeAnswered(probe: Probe): Promise<Seen> {
  const { exchange, entries, isRefused } = await sendBatch(probe, twoRequests(probe), 'due');
  if (entries.length > 0 || isRefused) return kept;
  if (exchange.state !== 'open') return DID_NOT_SURVIVE;
  return `a batch of two requests got ${describe(exchange)}`;
}

async function judgeServed(probe: Probe): Promise<Seen> {
  const { exchange, entries, isRefused } = await sendBatch(probe, twoRequests(probe));
  if (isRefused) return `a batch of two requests got ${describe(exchange)}`;
  return entries.length === 0 ? NO_REPLY : kept;
}

async function judgeArray(probe: Probe, messages: readonly string[], what: string): Promise<Seen> {
  const answer = await sendBatch(probe, messages);
  const skipped = unjudgeable(answer) ?? mayBeStreamed(probe, answer);
  if (skipped !== undefined) return skipped;
  return answer.isArray
    ? kept
    : violated(`${what} got ${answer.exchange.reply!.text.slice(0, 200)}`);
}

function judgeCount(
  probe: Probe,
  messages: readonly string[],
  count: number,
  what: string,
): Promise<Seen> {
  return judgeEntries(probe, messages, ({ length }) =>
    length >= count ? undefined : `${what} got ${length} replies`,
  );
}

/** Judge a batch that was not refused as a whole, by what is wrong with the replies. */
async function judgeEntries(
  probe: Probe,
  messages: readonly string[],
  flawOf: (entries: readonly ReceivedMessage[]) => CaseOutcome | string | undefined,
): Promise<Seen> {
  const answer = await sendBatch(probe, messages);
  const skipped = unjudgeable(answer);
  if (skipped !== undefined) return skipped;
  const flaw = flawOf(answer.entries) ?? kept;
  return typeof flaw === 'string' ? violated(flaw) : flaw;
}

/** MCP lets the replies to a batch come one by one on an event stream. */
function mayBeStreamed(
  { era }: Probe,
  { exchange: { httpAnswers } }: BatchAnswer,
): CaseOutcome | undefined {
  const isStream = httpAnswers[0]?.headers['content-type']?.includes('text/event-stream') === true;
  return era !== 'jsonrpc' && isStream ? notObserved('the replies came on a stream') : undefined;
}

/** The beginning of a batch whose end is missing. */
function sendHalf(probe: Probe): Promise<WireExchange> {
  return probe.send(`[${harmlessText(probe)},{"jsonrpc":"2.0","method"`);
}

function notification({ era }: Probe): string {
  return writeMessage(era, UNHEARD, undefined, undefined);
}
