import type { Era } from '@errata/core';
import { notApplicable, notObserved, type Outcome } from '../case.js';
import type { Exchange } from '../exchange.js';
import { membersOf, parseJson } from '../json/json.js';
import type { LinkLog, Probe } from '../probe.js';
import { sampleArguments } from '../schema/arguments.js';
import type { Session } from '../session/session.js';
import { idTextOf } from '../session/sort-heard.js';
import { repliesIn, splitExchange } from '../session/split-exchange.js';
import { keyOf } from '../session/unanswered.js';
import { Unreachable } from '../wire/peer.js';
import { ABSENT_METHOD, harmlessOf, oncePerRun } from './ask.js';
import { defineCases, NOTHING_SUCCEEDS, outcomeOf, type CaseRow } from './define-cases.js';
import { MCP, since, WITH_HANDSHAKE } from './eras.js';
import { JSONRPC } from './links.js';

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
interface Kind extends Partial<Pick<CaseRow, 'eras' | 'transports' | 'when'>> {
  readonly name: string;
  /** As in "is answered". */
  readonly must: string;
  /** Undefined where the server has nothing of the kind, a text where it cannot be asked for. */
  asks(probe: Probe): readonly Valid[] | string | undefined;
  /** It is so long that a server may refuse it without reading its id. */
  readonly isLong?: true;
}

/** What became of a request. */
interface Asked {
  readonly kind: Kind;
  readonly valid: Valid;
  readonly exchange: Exchange;
  /** The replies that come after the exchange is over are in here. */
  readonly log: LinkLog;
}

const CAPABILITIES: readonly {
  readonly capability: string;
  readonly method: string;
  readonly params?: object;
  readonly eras?: readonly Era[];
}[] = [
  { capability: 'tools', method: 'tools/list' },
  { capability: 'resources', method: 'resources/list' },
  { capability: 'resources', method: 'resources/templates/list' },
  { capability: 'prompts', method: 'prompts/list' },
  {
    capability: 'completions',
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: NO_SUCH }, argument: { name: 'errata', value: '' } },
    eras: since('2025-03-26'),
  },
  {
    capability: 'logging',
    method: 'logging/setLevel',
    params: { level: 'error' },
    eras: WITH_HANDSHAKE,
  },
];

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
  ...CAPABILITIES.map(({ capability, method, params, eras = MCP }): Kind => ({
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
      CAPABILITIES.filter(
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
    // A tool may take its time: the run goes on meanwhile.
    when: 'last',
    asks({ callable, whyNotCalled }) {
      if (callable.length === 0) return whyNotCalled;
      const calls = callable.flatMap(({ name, inputSchema }) => {
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
    const { name, must, eras, transports, when } = kind;
    return {
      id: `jsonrpc/5/answers-${name}`,
      must,
      ...(eras && { eras }),
      ...(transports && { transports }),
      ...(when && { when }),
      run: (probe) => judge(probe, kind),
    };
  }),
  {
    id: 'jsonrpc/5/every-request-answered',
    must: 'No valid request of the whole run stays without a reply.',
    when: 'last',
    run: judgeRest,
  },
]);

/** All of them are asked when the first is judged: the waits for silent ones run side by side. */
const askAll = oncePerRun(async (probe: Probe): Promise<readonly Asked[]> => {
  const plan = KINDS.flatMap((kind) => {
    const asks = kind.eras?.includes(probe.era) === false ? [] : kind.asks(probe);
    return Array.isArray(asks) ? (asks as readonly Valid[]).map((valid) => ({ kind, valid })) : [];
  });
  const short = plan.filter(({ kind }) => kind.isLong !== true);
  const long = plan.filter(({ kind }) => kind.isLong === true);
  const asked = [...(await ask(probe, short)), ...(await ask(probe, long))];
  // What gets no reply to a right call says nothing about wrong ones, and costs every case its time.
  for (const each of asked.filter((one) => one.kind.when === 'last' && !isAnswered(one))) {
    probe.leaveOut(String(membersOf(each.valid.params)['name']));
  }
  return asked;
});

type Planned = Pick<Asked, 'kind' | 'valid'>;

async function ask(probe: Probe, plan: readonly Planned[]): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  let left = plan;
  while (left.length > 0) {
    const session = await probe.open({ keep: true });
    const log = probe.links.at(-1)!;
    const exchanges =
      probe.transport === 'http'
        ? await askOverHttp(probe, session, left)
        : await askOnLines(session, left, log);
    asked.push(...exchanges.map((exchange, index) => ({ ...left[index]!, exchange, log })));
    // A server that has ended is started again for the rest.
    left = left.slice(exchanges.length);
  }
  return asked;
}

function write(session: Session, { method, params, id }: Valid): string {
  return session.write(method, params, id);
}

async function askOverHttp(
  { clock }: Probe,
  session: Session,
  plan: readonly Planned[],
): Promise<readonly Exchange[]> {
  const exchanges: Promise<Exchange>[] = [];
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
  session: Session,
  plan: readonly Planned[],
  log: LinkLog,
): Promise<readonly Exchange[]> {
  const texts = plan.map(({ valid }) => write(session, valid));
  const alone = plan.some(({ kind }) => kind.isLong === true);
  const exchange = await session.say({ texts, expects: 'reply', pace: PACE, alone });
  return splitExchange(exchange, log);
}

async function judge(probe: Probe, kind: Kind): Promise<Outcome> {
  const asked = (await askAll(probe)).filter((each) => each.kind === kind);
  if (asked.length === 0) {
    const asks = kind.asks(probe);
    if (asks === undefined) return notApplicable('the server does not advertise it');
    return notObserved(typeof asks === 'string' ? asks : 'there is nothing of the kind');
  }
  if (kind.when === 'last') await waitFor(probe, asked);
  const silent = asked.filter((each) => !isAnswered(each));
  return outcomeOf(silent.map((each) => ({ why: describeSilence(each), exchange: each.exchange })));
}

/** Gives requests that are still unanswered the rest of the time that a tool has. */
async function waitFor({ clock, patience }: Probe, asked: readonly Asked[]): Promise<void> {
  const left = asked.filter((each) => !isAnswered(each) && each.exchange.state !== 'closed');
  const end = Math.max(...left.map(({ exchange }) => exchange.at + patience * TOOL_PATIENCE));
  while (left.some((each) => !isAnswered(each)) && clock.now() < end) {
    await clock.sleep(Math.min(PACE, end - clock.now()));
  }
}

function isAnswered({ exchange, log }: Asked): boolean {
  if (exchange.reply !== undefined || exchange.told.some(({ status }) => status >= 400))
    return true;
  return repliesIn(log, exchange.sent[0] ?? '').length > 0;
}

function describeSilence({ valid: { what }, exchange: { state, told } }: Asked): string {
  if (state === 'closed') return `${what} got no reply: the server closed the connection`;
  if (told.length > 0) return `${what} got HTTP ${told[0]!.status} without a reply`;
  return `${what} got no reply`;
}

/** What no kind asks for: arguments, names and forms that other cases use. Each is asked again, alone, before it counts. */
async function judgeRest(probe: Probe): Promise<Outcome> {
  const asked = await askAll(probe);
  const keys = (all: readonly Asked[]) => all.map(({ exchange }) => keyOf(exchange.sent[0] ?? ''));
  const judged = new Set(keys(asked));
  // What was found to be silent, and what only takes its time.
  const found = new Set(keys(asked.filter(({ exchange }) => exchange.reply === undefined)));
  const suspects = new Map<string, string>();
  for (const { sent, responses, told, state } of probe.exchanges) {
    const [text = ''] = sent;
    const key = keyOf(text);
    const isSilent = responses.length === 0 && told.length === 0 && state !== 'closed';
    if (sent.length !== 1 || !isSilent || key === undefined || !isValid(text, probe.era)) continue;
    if (found.has(key) || (judged.has(key) && !isPeculiar(text))) continue;
    if (isAnsweredLater(probe, text) || wasCancelled(probe, text)) continue;
    suspects.set(`${key} ${JSON.stringify(membersOf(parseJson(text))['params'])}`, text);
  }
  const again = [...suspects.values()].slice(0, MOST_AGAIN);
  const exchanges = await Promise.all(again.map((text) => askAlone(probe, text)));
  const silent = exchanges.filter(
    (exchange) =>
      exchange !== undefined && exchange.reply === undefined && exchange.told.length === 0,
  ) as Exchange[];
  return outcomeOf(
    silent.map((exchange) => ({ why: `${shownRequest(exchange)} got no reply`, exchange })),
  );
}

/** Whether a request is valid in all that a server has to read: MCP wants ids that are texts or integers, and params that are objects. */
function isValid(text: string, era: Era): boolean {
  const { jsonrpc, id, method, params } = membersOf(parseJson(text));
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
  return membersOf(parseJson(text))['method'] === 'tools/call';
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
  const { id } = membersOf(parseJson(text));
  return exchanges.some(({ sent }) =>
    sent.some((each) => {
      const { method, params } = membersOf(parseJson(each));
      return method === 'notifications/cancelled' && membersOf(params)['requestId'] === id;
    }),
  );
}

async function askAlone(probe: Probe, text: string): Promise<Exchange | undefined> {
  const { method, params } = membersOf(parseJson(text));
  try {
    const session = await probe.open();
    return await session.say({
      texts: [session.write(String(method), params as object | undefined)],
      expects: 'reply',
      alone: true,
      patience: probe.patience * (method === 'tools/call' ? TOOL_PATIENCE : 1),
    });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return undefined;
  }
}

function shownRequest({ sent: [text = ''] }: Exchange): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function offered(capability: string, asks: () => readonly Valid[]): Kind['asks'] {
  return ({ offer }) => (Object.hasOwn(offer.capabilities, capability) ? asks() : undefined);
}

function simplest(probe: Probe): Valid {
  const { method, params } = harmlessOf(probe);
  return { what: method, method, params };
}
