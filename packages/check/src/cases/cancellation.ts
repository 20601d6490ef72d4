import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { sampleArguments } from '../schema/arguments.js';
import { idTextOf } from '../session/messages.js';
import { defineCases, DID_NOT_SURVIVE, NO_REPLY, noReply } from './define-cases.js';
import { LINES, MCP, MODERN, WITH_HANDSHAKE, adviceLink, JSONRPC, mcpLink } from './spec.js';
import { isSuccess, toolCallsIn, type ToolCall } from './tool-calls.js';

const ERRORS = mcpLink('cancellation', '2025-11-25', 'error-handling');
const IGNORE = 'Never answer notifications/cancelled, even a malformed one.';
const UNKNOWN = 'errata-never-asked';
const COMPLETED = 'errata-completed';
const EARLY = 'errata-early';

/** How often a harmless request is answered while a call runs, at least, where its order can say that it was held up. */
const CLEARLY_SLOWER = 2;
const REQUEST = 'errata-cancelled';
const CANCELLED = JSON.stringify(REQUEST);
const AFTER = '"errata-after-cancel"';

/** Milliseconds between two looks whether something has come. */
const STEP = 50;

interface Cancelled {
  readonly tool: string;
  /** How long the tool takes when it is left alone. */
  readonly usual: number;
  readonly exchange: WireExchange;
}

/** Milliseconds of a call that is slow enough to be met in flight, and quick enough to be waited for. */
const SLOW = { from: 300, to: 2500 } as const;

/** What cases that need a slow call say where there is none. */
const NO_SLOW_TOOL = notObserved(
  `no tool that may be called takes between ${SLOW.from / 1000} and ${SLOW.to / 1000} seconds`,
);

const MOST_TOOLS = 20;

/** Milliseconds for finding a slow tool. */
const BUDGET = 6000;
const OTHER = 'errata-some-other';
const SLOW_ID = 'errata-slow';
const BESIDE_ID = 'errata-beside';
const KEY = new RegExp(`"id":"${SLOW_ID}-(\\w+)"`);

/** A call of a tool with something beside it: a cancellation of another request, and a harmless request. */
interface Race {
  readonly call: ToolCall;
  /** The reply to the harmless request. */
  readonly beside: ReceivedMessage | undefined;
}

export const CANCELLATION_CASES = defineCases({ group: 'cancellation', link: ERRORS, eras: MCP }, [
  {
    id: 'mcp/2024-11-05/cancellation/unknown-request-ignored',
    should: 'A cancellation of a request that was never made is ignored.',
    fix: IGNORE,
    run: (probe) => judgeIgnored(probe, [{ requestId: UNKNOWN }], UNKNOWN),
  },
  {
    id: 'mcp/2024-11-05/cancellation/malformed-ignored',
    should: 'A cancellation that does not say what is cancelled is ignored.',
    fix: IGNORE,
    run: (probe) =>
      judgeIgnored(probe, [undefined, {}, { requestId: { errata: 1 } }, { requestId: null }]),
  },
  {
    id: 'mcp/2024-11-05/cancellation/completed-request-ignored',
    should: 'A cancellation of a request that was already answered is ignored.',
    fix: IGNORE,
    async run(probe) {
      const { method, params } = probe.harmless!;
      const earlier = await probe.request(method, params, { id: JSON.stringify(COMPLETED) });
      return noReply(earlier) ?? judgeIgnored(probe, [{ requestId: COMPLETED }], COMPLETED);
    },
  },
  // A cancellation is about what is in flight, not about what is to come.
  {
    id: 'jsonrpc/5/answered-after-early-cancel',
    must: 'A request is answered although a cancellation under its id came before it.',
    link: JSONRPC.responseObject,
    fix: 'Do not keep cancellations for requests that are not in flight.',
    async run(probe) {
      const { method, params } = probe.harmless!;
      const cancelled = await probe.send(cancelText({ requestId: EARLY }), {
        expects: 'silence',
      });
      if (cancelled.state !== 'open') return DID_NOT_SURVIVE;
      const exchange = await probe.request(method, params, { id: JSON.stringify(EARLY) });
      if (exchange.reply !== undefined) return kept;
      if (exchange.state === 'closed') return DID_NOT_SURVIVE;
      const { reply } = await probe.alive();
      if (reply === undefined) return notObserved('nothing else was answered either');
      return `${method} under the id "${EARLY}" was not answered, and others were`;
    },
  },
  {
    id: 'errata/cancellation/slow-call-does-not-block',
    should: 'Other requests are answered while a slow call runs.',
    link: adviceLink('cancellation'),
    fix: 'Do not wait for a call before the next message is read; move work that blocks to a worker or a thread.',
    once: true,
    async run(probe) {
      const race = (await racesIn(probe)).find(({ call }) => isSlow(call));
      if (race === undefined) return NO_SLOW_TOOL;
      if (race.beside === undefined) return NO_REPLY;
      if (!hasBlocked(race)) return kept;
      // A first call may be slow for reasons of its own, such as code that is loaded.
      const again = await repeat(probe, race);
      if (again === undefined || !isSlow(again.call) || !hasBlocked(again)) {
        return notObserved(`${again?.call.tool ?? 'a tool'} did so once, and not again`);
      }
      const alone = await probe.alive();
      const usual = (alone.reply?.at ?? Infinity) - alone.at;
      if (again.call.ms < usual * CLEARLY_SLOWER) {
        return notObserved(`${again.call.tool} takes no longer than any other request`);
      }
      const ms = Math.round(again.beside!.at - again.call.exchange.at);
      return violated(
        `a harmless request was answered after ${ms} ms, when ${again.call.tool} was done`,
        again.call.exchange,
      );
    },
  },
  {
    id: 'jsonrpc/5/answered-although-another-is-cancelled',
    must: 'A request is answered although another one is cancelled while it runs.',
    link: JSONRPC.responseObject,
    fix: 'Cancel only the request whose id is in requestId.',
    once: true,
    async run(probe) {
      const races = await racesIn(probe);
      if (races.some(({ call }) => isSlow(call))) return kept;
      const lost = races.find(
        ({ call, beside }) => call.reply === undefined && beside !== undefined,
      );
      if (lost === undefined) return NO_SLOW_TOOL;
      const { tool, args, exchange } = lost.call;
      const [plain] = toolCallsIn([await probe.call(tool, args, { patience: SLOW.to })]);
      if (!isSuccess(plain?.reply)) return notObserved(`${tool} takes too long to be waited for`);
      return violated(
        `${tool} was not answered when "${OTHER}" was cancelled beside it, and is answered otherwise`,
        exchange,
        plain!.exchange,
      );
    },
  },
  {
    id: 'jsonrpc/5/answered-after-cancellation',
    must: 'After a call was cancelled while it ran, other requests are answered.',
    link: JSONRPC.responseObject,
    fix: 'Catch what the aborted work throws: it must end neither the process nor the connection.',
    transports: LINES,
    async run(probe) {
      const met = await cancelInFlight(probe);
      if (met === undefined) return NO_SLOW_TOOL;
      if (arrivalOf(probe, AFTER) !== undefined) return kept;
      const how = met.exchange.state === 'closed' ? 'the connection was closed' : 'nothing came';
      return violated(`${met.tool} was cancelled, and then ${how}`, met.exchange);
    },
  },
  {
    id: 'mcp/2024-11-05/cancellation/cancelled-not-answered',
    should: 'A call that is cancelled while it runs is not answered.',
    link: mcpLink('cancellation', '2025-11-25', 'behavior-requirements'),
    fix: 'Abort the work, and drop its outcome: the client no longer waits under this id.',
    eras: WITH_HANDSHAKE,
    transports: LINES,
    run: judgeCancelled,
  },
  {
    id: 'mcp/2026-07-28/stdio/cancelled-not-answered',
    must: 'A call that is cancelled while it runs is not answered.',
    link: mcpLink('stdio', '2026-07-28', 'cancellation'),
    fix: 'Abort the work, and drop its outcome: the client no longer waits under this id.',
    eras: MODERN,
    transports: ['stdio'],
    run: judgeCancelled,
  },
]);

/** Cancellations that mean nothing must not be answered: neither without an id, nor under that of the request. */
async function judgeIgnored(
  probe: Probe,
  cancels: readonly (object | undefined)[],
  request?: string,
): Promise<CaseOutcome> {
  const exchange = await probe.sendAll(cancels.map(cancelText), { expects: 'silence' });
  if (exchange.state !== 'open') return DID_NOT_SURVIVE;
  if (exchange.httpAnswers.some(({ status }) => status >= 400)) {
    return notObserved('HTTP refused the notification');
  }
  const ids = [undefined, 'null', JSON.stringify(request)];
  const answer = exchange.responses.find(({ text }) => ids.includes(idTextOf(text)));
  if (answer === undefined) return kept;
  return violated(`the cancellation was answered with ${answer.text.slice(0, 200)}`, exchange);
}

/** Whether what was asked beside a call had to wait for it. */
function hasBlocked({ call: { reply, exchange }, beside }: Race): boolean {
  if (beside === undefined || reply === undefined) return false;
  return exchange.responses.indexOf(beside) > exchange.responses.indexOf(reply);
}

async function judgeCancelled(probe: Probe): Promise<CaseOutcome> {
  const met = await cancelInFlight(probe);
  if (met === undefined) return NO_SLOW_TOOL;
  const { tool, usual, exchange } = met;
  const answer = arrivalOf(probe, CANCELLED);
  const after = arrivalOf(probe, AFTER);
  if (after === undefined) return DID_NOT_SURVIVE;
  if (answer === undefined) return kept;
  const ms = Math.round(answer.at - exchange.at);
  const said = `${tool} was cancelled at once, and answered after ${ms} ms`;
  if (ms < usual / 2) {
    // An error that comes much too early is the answer to the cancellation.
    return isSuccess({ ...answer, value: parseJson(answer.text) })
      ? notObserved(`${tool} was done before it could be cancelled`)
      : violated(`${said}: ${answer.text.slice(0, 120)}`, exchange);
  }
  if (answer.at <= after.at) return notObserved('the server read nothing while the tool ran');
  return violated(said, exchange);
}

/** Cancels a slow call, says something harmless, and waits until the call would be over. A run does it once. */
async function cancelInFlight(probe: Probe): Promise<Cancelled | undefined> {
  const slow = await findSlowCall(probe);
  if (slow === undefined) return undefined;
  const { tool, args, ms: usual } = slow;
  const before = probe.exchanges.find(({ sent }) => sent[0]?.includes(CANCELLED) === true);
  if (before !== undefined) return { tool, usual, exchange: before };
  const { method, params } = probe.harmless!;
  const exchange = await probe.sendAll(
    [
      probe.write('tools/call', { name: tool, arguments: args }, CANCELLED),
      cancelText({ requestId: REQUEST }),
      probe.write(method, params, AFTER),
    ],
    { expects: 'reply', replies: 1 },
  );
  // Whatever comes later must not be taken for the answer to what others say.
  const end = exchange.at + usual * 1.25 + 200;
  const isOver = (): boolean =>
    arrivalOf(probe, CANCELLED) !== undefined && arrivalOf(probe, AFTER) !== undefined;
  while (exchange.state === 'open' && !isOver() && probe.clock.now() < end) {
    await probe.clock.sleep(STEP);
  }
  // A server that works on one message at a time answers this one last, so it gets the longest time.
  if (exchange.state !== 'closed' && arrivalOf(probe, AFTER) === undefined) await probe.alive();
  return { tool, usual, exchange };
}

/** The answer under an id, in or between exchanges. */
function arrivalOf({ links }: Probe, id: string) {
  for (const { events } of links) {
    const answer = events.find(
      ({ way, text }) => way === 'in' && text.includes(id) && idTextOf(text) === id,
    );
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/**
 * Calls of tools that run beside something else, the slow ones among them. A run makes each once; later cases find them in what
 * was exchanged.
 */
async function racesIn(probe: Probe): Promise<readonly Race[]> {
  const began = probe.clock.now();
  for (const [index, { name, inputSchema }] of probe.callable.slice(0, MOST_TOOLS).entries()) {
    const races = racesAmong(probe.exchanges);
    if (races.some(({ call }) => isSlow(call)) || probe.clock.now() - began > BUDGET) break;
    const args = sampleArguments(inputSchema);
    if (args === undefined || races.some(({ call }) => call.tool === name)) continue;
    if (isTooSlow(probe, name)) continue;
    const exchange = await race(probe, name, args, String(index));
    if (exchange.state !== 'open') break;
  }
  return racesAmong(probe.exchanges);
}

/** A call that succeeded and took its time; undefined if there is none. */
async function findSlowCall(probe: Probe): Promise<ToolCall | undefined> {
  // Only these calls: others may have been sent together with a request that got no reply, and waited for with it.
  const races = await racesIn(probe);
  return races
    .map(({ call }) => call)
    .find((call) => isSlow(call) && probe.callable.some(({ name }) => name === call.tool));
}

function isSlow({ reply, ms }: ToolCall): boolean {
  return ms >= SLOW.from && ms <= SLOW.to && isSuccess(reply);
}

function race(probe: Probe, tool: string, args: unknown, key: string): Promise<WireExchange> {
  const { method, params } = probe.harmless!;
  return probe.sendAll(
    [
      probe.write('tools/call', { name: tool, arguments: args }, `"${SLOW_ID}-${key}"`),
      cancelText({ requestId: OTHER }),
      probe.write(method, params, `"${BESIDE_ID}-${key}"`),
    ],
    { expects: 'reply', replies: 2, patience: SLOW.to },
  );
}

/** The same once more. */
async function repeat(probe: Probe, { call }: Race): Promise<Race | undefined> {
  const exchange = await race(probe, call.tool, call.args, 'again');
  return racesAmong([exchange])[0];
}

function racesAmong(exchanges: readonly WireExchange[]): readonly Race[] {
  return toolCallsIn(exchanges).flatMap((call) => {
    const { sent, responses } = call.exchange;
    const key = KEY.exec(sent[0] ?? '')?.[1];
    if (key === undefined) return [];
    const id = `"${BESIDE_ID}-${key}"`;
    return [{ call, beside: responses.find(({ text }) => idTextOf(text) === id) }];
  });
}

/** Whether a call of it is known to take longer than the cases wait. */
function isTooSlow({ exchanges }: Probe, name: string): boolean {
  return toolCallsIn(exchanges).some(({ tool, ms }) => tool === name && ms > SLOW.to);
}

/** A cancellation. The params are not checked, so that they can be malformed. */
function cancelText(params: object | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
}
