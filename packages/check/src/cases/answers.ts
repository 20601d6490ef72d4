import type { Era } from '@errata/core';
import { notApplicable, notObserved, type CaseOutcome } from '../case.js';
import type { HttpReply, LinkLog, WireExchange } from '../exchange.js';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { sampleArguments } from '../schema/arguments.js';
import type { CheckSession } from '../session/session.js';
import { idTextOf } from '../session/messages.js';
import { repliesIn, splitExchange } from '../session/link-log.js';
import { keyOf } from '../session/unanswered.js';
import { unlessUnreachable } from '../wire/peer.js';
import { ABSENT_METHOD, CAPABILITY_REQUESTS, harmlessOf, oncePerRun } from './ask.js';
import { defineCases, NOTHING_SUCCEEDS, outcomeOf, type CaseRow } from './define-cases.js';
import { MCP, JSONRPC } from './spec.js';
import { noTool } from './tool-calls.js';

/** Milliseconds in which a request is the only one in progress; after that the next one is sent while it is waited for. */
const PACE = 150;

/** A called tool may work longer than other requests take: so many times the patience. */
const TOOL_PATIENCE = 3;

/** Entries of one list that are asked for. */
const MOST_ENTRIES = 20;

/** Requests that are sent once more, alone, to see whether it was the request. */
const MOST_AGAIN = 4;

/** No double holds it, and no other case uses it. */
export const LARGE_ID = '9007199254740995';

const NO_SUCH = 'errata-no-such-entry';

/** A valid request. */
interface Valid {
  /** As the subject of "… got no reply". */
  readonly what: string;
  readonly method: string;
  readonly params?: object | undefined;
  /** As JSON text; default: the next free one. */
  readonly id?: string;
}

/** Requests of one kind. */
interface Kind extends Partial<Pick<CaseRow, 'eras'>> {
  readonly name: string;
  /** As in "is answered". */
  readonly must: string;
  /** Undefined if the server has nothing of the kind, a text where it cannot be asked for. */
  asks(probe: Probe): readonly Valid[] | string | undefined;
  /** A tool may take its time: the run goes on meanwhile, and judges it when it is over. */
  readonly isSlow?: true;
  /** It is so long that a server may refuse it without reading its id. */
  readonly isLong?: true;
}

/** What became of a request. */
interface AskedRequest {
  readonly kind: Kind;
  readonly valid: Valid;
  readonly exchange: WireExchange;
  /** The replies that come after the exchange is over are in here. */
  readonly log: LinkLog;
}

/** The requests that are asked, in this order. */
const KINDS: readonly Kind[] = [
  {
    name: 'harmless',
    must: 'The request that every server has to serve is answered.',
    asks: (probe) => (probe.harmless === undefined ? NOTHING_SUCCEEDS.why : [simplest(probe)]),
  },
  {
    name: 'unknown-method',
    must: 'A request for a method that does not exist is answered.',
    asks: () => [{ what: ABSENT_METHOD, method: ABSENT_METHOD, id: '"errata-absent"' }],
  },
  ...CAPABILITY_REQUESTS.map(({ capability, method, params, eras = MCP }): Kind => ({
    name: method.replaceAll('/', '-').toLowerCase(),
    must: `A request for ${method} is answered where the server advertises ${capability}.`,
    eras,
    asks: ({ offer }) =>
      Object.hasOwn(offer.capabilities, capability)
        ? [{ what: method, method, params }]
        : undefined,
  })),
  {
    name: 'unadvertised-method',
    must: 'A request for a method of a capability that the server does not advertise is answered.',
    eras: MCP,
    asks: ({ offer, era }) =>
      CAPABILITY_REQUESTS.filter(
        ({ capability, eras = MCP }) =>
          eras.includes(era) && !Object.hasOwn(offer.capabilities, capability),
      ).map(({ method, params }) => ({ what: method, method, params })),
  },
  {
    name: 'unknown-tool',
    must: 'The call of a tool that does not exist is answered.',
    eras: MCP,
    asks: offered('tools', () => [
      { what: `the call of ${NO_SUCH}`, method: 'tools/call', params: { name: NO_SUCH } },
    ]),
  },
  {
    name: 'call-without-name',
    must: 'A tools/call without the name of a tool is answered.',
    eras: MCP,
    asks: offered('tools', () => [
      { what: 'a tools/call without a name', method: 'tools/call', params: { arguments: {} } },
    ]),
  },
  {
    name: 'resource',
    must: 'The reading of each listed resource is answered.',
    eras: MCP,
    asks: ({ offer: { resources } }) =>
      resources.slice(0, MOST_ENTRIES).map((uri) => ({
        what: `the reading of ${uri}`,
        method: 'resources/read',
        params: { uri },
      })),
  },
  {
    name: 'unknown-resource',
    must: 'The reading of a resource that does not exist is answered.',
    eras: MCP,
    asks: offered('resources', () => [
      {
        what: 'the reading of an unknown resource',
        method: 'resources/read',
        params: { uri: `errata://${NO_SUCH}` },
      },
    ]),
  },
  {
    name: 'prompt',
    must: 'The request for each listed prompt is answered.',
    eras: MCP,
    asks: ({ offer: { prompts } }) =>
      prompts.slice(0, MOST_ENTRIES).map(({ name, arguments: listed }) => ({
        what: `the prompt ${name}`,
        method: 'prompts/get',
        params: {
          name,
          arguments: Object.fromEntries(listed.map((each) => [each.name, 'errata-check'])),
        },
      })),
  },
  {
    name: 'unknown-prompt',
    must: 'The request for a prompt that does not exist is answered.',
    eras: MCP,
    asks: offered('prompts', () => [
      { what: 'an unknown prompt', method: 'prompts/get', params: { name: NO_SUCH } },
    ]),
  },
  {
    name: 'tool',
    must: 'The call of each callable tool with arguments that its schema allows is answered.',
    eras: MCP,
    isSlow: true,
    asks(probe) {
      const none = noTool(probe);
      if (none !== undefined) return none;
      const calls = probe.callable.flatMap(({ name, inputSchema }) => {
        const args = sampleArguments(inputSchema);
        const params = { name, arguments: args };
        return args === undefined
          ? []
          : [{ what: `the tool ${name}`, method: 'tools/call', params }];
      });
      return calls.length === 0 ? 'no arguments can be made from the schemas' : calls;
    },
  },
  {
    name: 'large-id',
    must: 'A request whose id is an integer beyond 2^53 is answered.',
    isLong: true,
    asks: (probe) => [
      { ...simplest(probe), what: `a request under the id ${LARGE_ID}`, id: LARGE_ID },
    ],
  },
  ...[
    { name: '64-kb', size: 64 * 1024 },
    { name: '1-mb', size: 1024 * 1024 },
  ].map(({ name, size }): Kind => ({
    name,
    must: `A request of ${name.replace('-', ' ').toUpperCase()} is answered, if only with an error.`,
    isLong: true,
    asks(probe) {
      const { what, method, params } = simplest(probe);
      const padded = { ...params, errata: 'x'.repeat(size) };
      return [{ what: `${what} with params of ${size} bytes`, method, params: padded }];
    },
  })),
];

const FIX =
  'Answer every request, if only with an error: catch what its handler throws, and set a deadline for what it waits for.';

const COMMON = { group: 'answers', link: JSONRPC.responseObject, fix: FIX } as const;

export const ANSWERS_CASES = defineCases(COMMON, [
  ...KINDS.map((kind): CaseRow<'link' | 'fix'> => {
    const { name, must, eras, isSlow } = kind;
    const run = (probe: Probe): Promise<CaseOutcome> => judge(probe, kind);
    const row = { id: `jsonrpc/5/answers-${name}`, must, ...(eras && { eras }) };
    return isSlow === true ? { ...row, last: run } : { ...row, run };
  }),
  {
    id: 'jsonrpc/5/every-request-answered',
    must: 'No valid request of the whole run stays without a reply.',
    last: judgeRest,
  },
]);

/** All of them are asked when the first is judged: the waits for silent ones run side by side. */
const askAll = oncePerRun(async (probe: Probe): Promise<readonly AskedRequest[]> => {
  const plan = KINDS.flatMap((kind) => {
    const asks = kind.eras?.includes(probe.era) === false ? [] : kind.asks(probe);
    return Array.isArray(asks) ? (asks as readonly Valid[]).map((valid) => ({ kind, valid })) : [];
  });
  const short = plan.filter(({ kind }) => kind.isLong !== true);
  const long = plan.filter(({ kind }) => kind.isLong === true);
  // Two processes can be asked at once.
  const asked =
    probe.transport === 'stdio'
      ? (await Promise.all([ask(probe, short), ask(probe, long)])).flat()
      : [...(await ask(probe, short)), ...(await ask(probe, long))];
  // What gets no reply to a right call says nothing about wrong ones, and costs every case its time.
  for (const each of asked.filter((one) => one.kind.isSlow === true && !isAnswered(one))) {
    probe.leaveOut(String(objectOrEmpty(each.valid.params)['name']));
  }
  return asked;
});

type Planned = Pick<AskedRequest, 'kind' | 'valid'>;

async function ask(probe: Probe, plan: readonly Planned[]): Promise<readonly AskedRequest[]> {
  const asked: AskedRequest[] = [];
  let left = plan;
  while (left.length > 0) {
    const session = await probe.open({ keep: true });
    const { log } = session;
    const exchanges =
      probe.transport === 'http'
        ? await askOverHttp(probe, session, left)
        : await askOnLines(session, left);
    asked.push(...exchanges.map((exchange, index) => ({ ...left[index]!, exchange, log })));
    // A server that has ended is started again for the rest.
    left = left.slice(exchanges.length);
  }
  return asked;
}

function write(session: CheckSession, { method, params, id }: Valid): string {
  return session.write(method, params, id);
}

async function askOverHttp(
  { clock }: Probe,
  session: CheckSession,
  plan: readonly Planned[],
): Promise<readonly WireExchange[]> {
  const exchanges: Promise<WireExchange>[] = [];
  for (const { valid } of plan) {
    const exchange = session.say({ texts: [write(session, valid)], expects: 'reply' });
    exchanges.push(exchange);
    const over = new AbortController();
    await Promise.race([exchange, clock.sleep(PACE, over.signal)]);
    over.abort('over');
  }
  return Promise.all(exchanges);
}

/** One exchange for each request that was written before the server closed its output. */
async function askOnLines(
  session: CheckSession,
  plan: readonly Planned[],
): Promise<readonly WireExchange[]> {
  const texts = plan.map(({ valid }) => write(session, valid));
  const alone = plan.some(({ kind }) => kind.isLong === true);
  const exchange = await session.say({ texts, expects: 'reply', pace: PACE, alone });
  return splitExchange(exchange, session.log);
}

async function judge(probe: Probe, kind: Kind): Promise<CaseOutcome> {
  const asked = (await askAll(probe)).filter((each) => each.kind === kind);
  if (asked.length === 0) {
    const asks = kind.asks(probe);
    if (asks === undefined) return notApplicable('the server does not advertise it');
    return notObserved(typeof asks === 'string' ? asks : 'there is nothing to ask for');
  }
  if (kind.isSlow === true) await waitFor(probe, asked);
  const silent = asked.filter((each) => !isAnswered(each));
  return outcomeOf(silent.map((each) => ({ why: describeSilence(each), exchange: each.exchange })));
}

/** Gives requests that are still unanswered the rest of the time that a tool has. */
async function waitFor({ clock, patience }: Probe, asked: readonly AskedRequest[]): Promise<void> {
  const left = asked.filter(
    (each) =>
      !isAnswered(each) &&
      each.exchange.state !== 'closed' &&
      each.exchange.httpAnswers.every(({ status }) => status < 400),
  );
  const end = Math.max(...left.map(({ exchange }) => exchange.at + patience * TOOL_PATIENCE));
  while (left.some((each) => !isAnswered(each)) && clock.now() < end) {
    await clock.sleep(Math.min(PACE, end - clock.now()));
  }
}

function isAnswered({ exchange, log }: AskedRequest): boolean {
  if (exchange.reply !== undefined || exchange.httpAnswers.some(isRefusal)) return true;
  return repliesIn(log, exchange.sent[0] ?? '').length > 0;
}

/** Whether HTTP itself refused a request. A page of a server that failed is no answer to it, but a proxy or a limit may say 502 to 504. */
function isRefusal({ status }: HttpReply): boolean {
  return (status >= 400 && status < 500) || (status > 501 && status < 505);
}

function describeSilence({
  valid: { what },
  exchange: { state, httpAnswers },
}: AskedRequest): string {
  if (state === 'closed') return `${what} got no reply: the server closed the connection`;
  if (httpAnswers.length > 0) return `${what} got HTTP ${httpAnswers[0]!.status} without a reply`;
  return `${what} got no reply`;
}

/** What no kind asks for: arguments, names and forms that other cases use. Each is asked again, alone, before it counts. */
async function judgeRest(probe: Probe): Promise<CaseOutcome> {
  const asked = await askAll(probe);
  const keys = (all: readonly AskedRequest[]) =>
    all.map(({ exchange }) => keyOf(exchange.sent[0] ?? ''));
  const judged = new Set(keys(asked));
  // What was found to be silent, and what only takes its time.
  const found = new Set(keys(asked.filter(({ exchange }) => exchange.reply === undefined)));
  const suspects = new Map<string, string>();
  for (const { sent, responses, httpAnswers, state } of probe.exchanges) {
    const [text = ''] = sent;
    const key = keyOf(text);
    const isSilent = responses.length === 0 && httpAnswers.length === 0 && state !== 'closed';
    if (sent.length !== 1 || !isSilent || key === undefined || !isValid(text, probe.era)) continue;
    if (found.has(key) || (judged.has(key) && !isPeculiar(text))) continue;
    if (isAnsweredLater(probe, text) || wasCancelled(probe, text)) continue;
    suspects.set(`${key} ${JSON.stringify(objectOrEmpty(parseJson(text))['params'])}`, text);
  }
  const again = [...suspects.values()].slice(0, MOST_AGAIN);
  const exchanges = await Promise.all(again.map((text) => askAlone(probe, text)));
  const silent = exchanges.filter(
    (exchange) =>
      exchange !== undefined && exchange.reply === undefined && exchange.httpAnswers.length === 0,
  ) as WireExchange[];
  return outcomeOf(
    silent.map((exchange) => ({ why: `${shownRequest(exchange)} got no reply`, exchange })),
  );
}

/** Whether a request is valid in all that a server has to read: MCP wants ids that are texts or integers, and params that are objects. */
function isValid(text: string, era: Era): boolean {
  const { jsonrpc, id, method, params } = objectOrEmpty(parseJson(text));
  const isId = typeof id === 'string' || Number.isInteger(id);
  const isParams =
    params === undefined ||
    (typeof params === 'object' &&
      params !== null &&
      (era === 'jsonrpc' || !Array.isArray(params)));
  return jsonrpc === '2.0' && isId && typeof method === 'string' && isParams;
}

/** Whether a call is one with arguments of its own, which may be what it is silent about. */
function isPeculiar(text: string): boolean {
  return objectOrEmpty(parseJson(text))['method'] === 'tools/call';
}

function isAnsweredLater({ links }: Probe, text: string): boolean {
  const id = idTextOf(text);
  return links.some(
    ({ events }) =>
      events.some(({ way, text: out }) => way === 'out' && out === text) &&
      events.some(({ way, text: came }) => way === 'in' && idTextOf(came) === id),
  );
}

function wasCancelled({ exchanges }: Probe, text: string): boolean {
  const { id } = objectOrEmpty(parseJson(text));
  return exchanges.some(({ sent }) =>
    sent.some((each) => {
      const { method, params } = objectOrEmpty(parseJson(each));
      return method === 'notifications/cancelled' && objectOrEmpty(params)['requestId'] === id;
    }),
  );
}

async function askAlone(probe: Probe, text: string): Promise<WireExchange | undefined> {
  const { method, params } = objectOrEmpty(parseJson(text));
  const work = async (): Promise<WireExchange> => {
    const session = await probe.open();
    return session.say({
      texts: [session.write(String(method), params as object | undefined)],
      expects: 'reply',
      alone: true,
      patience: probe.patience * (method === 'tools/call' ? TOOL_PATIENCE : 1),
    });
  };
  return unlessUnreachable(work, () => undefined);
}

function shownRequest({ sent: [text = ''] }: WireExchange): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function offered(capability: string, asks: () => readonly Valid[]): Kind['asks'] {
  return ({ offer }) => (Object.hasOwn(offer.capabilities, capability) ? asks() : undefined);
}

function simplest(probe: Probe): Valid {
  const { method, params } = harmlessOf(probe);
  return { what: method, method, params };
}
