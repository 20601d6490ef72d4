import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { isObject, objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { bareIdOf, CLIENT, writeMessage } from '../session/messages.js';
import type { Say, CheckSession } from '../session/session.js';
import { initializeParams } from '../session/open-session.js';
import { oncePerRun } from './ask.js';
import {
  defineCases,
  DID_NOT_SURVIVE,
  hasCode,
  isRefused,
  judgeReply,
  NO_REPLY,
  type Run,
} from './define-cases.js';
import { LINES, MCP, WITH_HANDSHAKE, JSONRPC, mcpLink } from './spec.js';
import { beginningOf, describe, failureText, hasResult, resultOf } from './read-reply.js';

/** A version that never was. */
export const UNKNOWN_VERSION = '1999-01-01';

/** Ids of what is said too early. */
const EARLY_PING = '1';
const EARLY_LIST = '2';

/** What is tried before any handshake was accepted. */
interface BeforeHandshake {
  /** A ping and a tools/list. */
  readonly early: WireExchange;
  readonly withoutParams: WireExchange;
  readonly withoutVersion: WireExchange;
  readonly unknownVersion: WireExchange;
}

/** Starting a server is what takes time. */
const beforeHandshake = oncePerRun(tryAll);
const WITHOUT_VERSION = 'an initialize without a protocolVersion';
const WITHOUT_PARAMS = 'an initialize without params';

const NEGOTIATION = mcpLink('lifecycle', '2025-11-25', 'version-negotiation');
const INITIALIZATION = mcpLink('lifecycle', '2025-11-25', 'initialization');

const COMMON = { group: 'lifecycle', link: INITIALIZATION, eras: WITH_HANDSHAKE } as const;

export const LIFECYCLE_HANDSHAKE_CASES = defineCases(COMMON, [
  {
    id: 'mcp/2024-11-05/lifecycle/initialize-version',
    must: 'A version that the server has answered with before is answered with itself.',
    link: NEGOTIATION,
    fix: 'Answer initialize with the requested protocolVersion wherever it is supported.',
    run: judgeBeginning(
      ({ protocolVersion: version }, { era }) =>
        version === era ||
        `initialize asked for ${era}, which the server speaks, and got ${shown(version)}`,
    ),
  },
  {
    id: 'mcp/2024-11-05/lifecycle/initialize-capabilities',
    must: 'The result of initialize has an object of capabilities.',
    fix: 'Put "capabilities" into the result of initialize: an empty object where there are none.',
    run: judgeBeginning(
      ({ capabilities }) => isObject(capabilities) || `the capabilities are ${shown(capabilities)}`,
    ),
  },
  {
    id: 'mcp/2024-11-05/lifecycle/initialize-server-info',
    must: 'The result of initialize says the name and the version of the server.',
    fix: 'Put "serverInfo" with the texts "name" and "version" into the result of initialize.',
    run: judgeBeginning(
      ({ serverInfo }) => isServerInfo(serverInfo) || `the serverInfo is ${shown(serverInfo)}`,
    ),
  },
  {
    id: 'mcp/2024-11-05/lifecycle/unknown-version-not-echoed',
    must: 'A version that the server does not know is not agreed to.',
    link: NEGOTIATION,
    fix: 'Answer initialize with the newest version that you support, not with the requested one.',
    ask: async (probe) => (await beforeHandshake(probe)).unknownVersion,
    unless: noResult,
    want: ({ reply }) =>
      resultOf(reply)?.['protocolVersion'] !== UNKNOWN_VERSION ||
      `initialize with the version ${UNKNOWN_VERSION} was answered with it`,
  },
  {
    id: 'mcp/2024-11-05/lifecycle/unknown-version-negotiated',
    must: 'A version that the server does not know is answered with one that it does, or an error that names them.',
    link: NEGOTIATION,
    fix: 'Answer initialize with the newest version that you support, or list the versions in "data.supported".',
    ask: async (probe) => (await beforeHandshake(probe)).unknownVersion,
    unless: ({ state }) => (state === 'closed' ? DID_NOT_SURVIVE : undefined),
    async want(exchange, probe) {
      if (hasResult(exchange.reply) || namesVersion(failureText(exchange.reply))) return true;
      if (!(await canBegin(probe))) return notObserved('no other handshake is accepted either');
      return `initialize with the version ${UNKNOWN_VERSION} got ${describe(exchange)}, which names no version`;
    },
  },
  {
    id: 'mcp/2024-11-05/lifecycle/initialize-without-version',
    should: 'An initialize that does not say its protocolVersion is refused.',
    fix: 'Check the params of initialize: "protocolVersion" is required.',
    ask: async (probe) => (await beforeHandshake(probe)).withoutVersion,
    what: WITHOUT_VERSION,
    want: isRefused,
  },
  {
    id: 'mcp/2024-11-05/lifecycle/initialize-without-params',
    should: 'An initialize without params is refused.',
    fix: 'Check the params of initialize: they are required.',
    ask: async (probe) => (await beforeHandshake(probe)).withoutParams,
    what: WITHOUT_PARAMS,
    want: isRefused,
  },
  {
    id: 'jsonrpc/5.1/initialize-invalid-code',
    must: 'An initialize whose params are wrong is refused with -32602.',
    link: JSONRPC.errorObject,
    fix: 'Use -32602 (Invalid params) where a member of the params is missing.',
    deviation: 'own-code',
    async run(probe) {
      const { withoutVersion, withoutParams } = await beforeHandshake(probe);
      const outcome = judgeReply(withoutVersion, WITHOUT_VERSION, hasCode(-32602));
      return outcome.kind === 'kept'
        ? judgeReply(withoutParams, WITHOUT_PARAMS, hasCode(-32602))
        : outcome;
    },
  },
  {
    id: 'mcp/2024-11-05/lifecycle/ping-before-initialize',
    must: 'A ping is answered with a result before the handshake, too.',
    fix: 'Let ping through before initialize: it is the one request that clients may send then.',
    // Over HTTP every request is on its own, and a session may be wanted for each.
    transports: LINES,
    ask: async (probe) => (await beforeHandshake(probe)).early,
    unless: (exchange) => (replyUnder(exchange, EARLY_PING) === undefined ? NO_REPLY : undefined),
    want(exchange) {
      const reply = replyUnder(exchange, EARLY_PING)!;
      return hasResult(reply) || `a ping before initialize got ${reply.text.slice(0, 200)}`;
    },
  },
  {
    id: 'jsonrpc/5/request-before-initialize',
    must: 'A request before the handshake is answered, be it with an error.',
    link: JSONRPC.responseObject,
    fix: 'Refuse requests before initialize with an error: a client that hears nothing waits for ever.',
    ask: async (probe) => (await beforeHandshake(probe)).early,
    unless: ({ state }) => (state === 'closed' ? DID_NOT_SURVIVE : undefined),
    want: (exchange) =>
      replyUnder(exchange, EARLY_LIST) !== undefined ||
      // Over HTTP a status says enough, and an error may come without the id.
      exchange.httpAnswers.some(({ status }) => status >= 400) ||
      'tools/list before initialize got no reply',
  },
  {
    id: 'mcp/2024-11-05/lifecycle/second-initialize',
    should: 'A second initialize does not end the conversation.',
    fix: 'Refuse a second initialize with an error, and go on as before.',
    transports: LINES,
    run: async (probe) => judgeLife((await repeated(probe)).initialize, 'a second initialize'),
  },
  {
    id: 'mcp/2024-11-05/lifecycle/initialized-twice',
    should: 'A second notifications/initialized does no harm.',
    fix: 'Ignore notifications/initialized where the conversation has begun already.',
    transports: LINES,
    run: async (probe) =>
      judgeLife((await repeated(probe)).initialized, 'a second notifications/initialized'),
  },
]);

/** The first words of a connection of their own. Cases that look at the same words share one exchange. */
export async function firstWords(
  probe: Probe,
  texts: readonly string[],
  options: Omit<Say, 'texts'> = {},
): Promise<WireExchange> {
  const isSame = ({ sent }: WireExchange): boolean =>
    sent.length === texts.length && sent.every((text, index) => text === texts[index]);
  const said = probe.exchanges.find(isSame);
  if (said !== undefined) return said;
  const session = await probe.open({ handshake: false });
  return session.say({ texts, expects: 'reply', ...options });
}

/** An `initialize` without anything around it; without params where they are undefined. */
function writeInitialize(id: number, params: object | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
}

/** The response under an id, which is JSON text. */
function replyUnder({ responses }: WireExchange, id: string): ReceivedMessage | undefined {
  return responses.find(({ text }) => bareIdOf(text) === id);
}

async function tryAll(probe: Probe): Promise<BeforeHandshake> {
  const { era } = probe;
  let stranger: CheckSession | undefined;
  const say = async (what: Say): Promise<WireExchange> => {
    stranger ??= await probe.open({ handshake: false });
    const exchange = await stranger.say(what);
    // If the connection is gone, the next message needs a new one.
    if (exchange.state !== 'open') stranger = undefined;
    return exchange;
  };
  // No id may be used again on a connection.
  const initialize = async (id: number, params: object | undefined): Promise<WireExchange> => {
    const exchange = await say({ texts: [writeInitialize(id, params)], expects: 'reply' });
    // So do they where a handshake was accepted.
    if (hasResult(exchange.reply)) stranger = undefined;
    return exchange;
  };
  const ping = writeMessage(era, 'ping', undefined, EARLY_PING);
  const list = writeMessage(era, 'tools/list', undefined, EARLY_LIST);
  const unknown = { ...initializeParams(era), protocolVersion: UNKNOWN_VERSION };
  return {
    // A process that has just been started gets the time that the first one needed to start, twice.
    early: await say({
      texts: [ping, list],
      patience: probe.patience + 2 * (probe.exchanges[0]?.ms ?? 0),
    }),
    withoutParams: await initialize(3, undefined),
    withoutVersion: await initialize(4, { capabilities: {}, clientInfo: CLIENT }),
    unknownVersion: await initialize(5, unknown),
  };
}

/** Judges the result with which the run began: true if it is right, a sentence where it is not. */
export function judgeBeginning(
  want: (result: Readonly<Record<string, unknown>>, probe: Probe) => boolean | string,
): Run {
  return (probe) => {
    const beginning = beginningOf(probe);
    if (beginning === undefined) return notObserved('there was no result');
    const wanted = want(beginning.result, probe);
    return typeof wanted === 'string' ? violated(wanted, beginning.exchange) : kept;
  };
}

export function isServerInfo(value: unknown): boolean {
  const { name, version } = objectOrEmpty(value);
  return typeof name === 'string' && typeof version === 'string';
}

function noResult({ reply }: WireExchange): CaseOutcome | undefined {
  return resultOf(reply) === undefined ? notObserved('there was no result') : undefined;
}

/** A member as it was sent, for sentences. */
export function shown(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value).slice(0, 120);
}

/** Begin a connection of its own as a client of the revisions before 2026-07-28 would. */
export function initializeAsBefore(probe: Probe): Promise<WireExchange> {
  return firstWords(probe, [writeInitialize(1, initializeParams('2025-11-25'))], {
    headers: { 'mcp-protocol-version': '', 'mcp-method': '' },
  });
}

/** Whether the server also speaks the revisions before 2026-07-28: a request without `_meta` is then one of those. */
export async function speaksHandshake(probe: Probe): Promise<boolean> {
  return hasResult((await initializeAsBefore(probe)).reply);
}

/** Whether there is a revision in a text that is not the one that was asked for. */
function namesVersion(text: string): boolean {
  return MCP.some((version) => text.includes(version));
}

/** A server may hold one conversation at a time, and refuse every other. */
async function canBegin(probe: Probe): Promise<boolean> {
  const session = await probe.open({ handshake: false });
  const { reply } = await session.request('initialize', initializeParams(probe.era));
  return hasResult(reply);
}

/** Says each part of the handshake a second time, and then asks for a ping. */
const repeated = oncePerRun(async (probe: Probe) => {
  const text = writeMessage(probe.era, 'notifications/initialized', undefined, undefined);
  const first = await probe.open({ keep: true });
  const initialized = await sayAndPing(first, { texts: [text], expects: 'silence' });
  const session = hasResult(initialized.at(-1)?.reply) ? first : await probe.open({ keep: true });
  const again = session.write('initialize', initializeParams(probe.era));
  return { initialized, initialize: await sayAndPing(session, { texts: [again] }) };
});

async function sayAndPing(session: CheckSession, say: Say): Promise<readonly WireExchange[]> {
  return [await session.say(say), await session.request('ping')];
}

function judgeLife(exchanges: readonly WireExchange[], what: string): CaseOutcome {
  const ping = exchanges.at(-1)!;
  if (hasResult(ping.reply)) return kept;
  return violated(`after ${what}, a ping got ${describe(ping)}`, ...exchanges);
}
