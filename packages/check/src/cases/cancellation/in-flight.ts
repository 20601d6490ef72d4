import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { idTextOf } from '../../session/sort-heard.js';
import { MCP, MODERN, WITH_HANDSHAKE } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { isSuccess } from '../tool-calls.js';
import { cancelText } from './cancel-text.js';
import { findSlowCall, NO_SLOW_TOOL } from './slow-call.js';

const REQUEST = 'errata-cancelled';
const CANCELLED = JSON.stringify(REQUEST);
const AFTER = '"errata-after-cancel"';
/** Milliseconds between two looks whether something has come. */
const STEP = 50;

const ABOUT = {
  group: 'cancellation',
  requirement: 'A call that is cancelled while it runs is not answered.',
  fix: 'Abort the work, and drop its outcome: the client no longer waits under this id.',
  run: judgeCancelled,
} as const;

export const cancelledNotAnswered: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/cancellation/cancelled-not-answered',
  link: mcpLink('cancellation', '2025-11-25', 'behavior-requirements'),
  keyword: 'SHOULD',
  eras: WITH_HANDSHAKE,
  transports: ['stdio', 'tcp'],
};

export const cancelledNotAnsweredModern: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/stdio/cancelled-not-answered',
  link: mcpLink('stdio', '2026-07-28', 'cancellation'),
  keyword: 'MUST',
  eras: MODERN,
  transports: ['stdio'],
};

export const answeredAfterCancellation: Case = {
  id: 'jsonrpc/5/answered-after-cancellation',
  group: 'cancellation',
  requirement: 'After a call was cancelled while it ran, other requests are answered.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Catch what the aborted work throws: it must end neither the process nor the connection.',
  eras: MCP,
  transports: ['stdio', 'tcp'],
  async run(probe) {
    const met = await cancelInFlight(probe);
    if (met === undefined) return NO_SLOW_TOOL;
    if (arrivalOf(probe, AFTER) !== undefined) return kept;
    const how = met.exchange.state === 'closed' ? 'the connection was closed' : 'nothing came';
    return violated(`${met.tool} was cancelled, and then ${how}`, met.exchange);
  },
};

async function judgeCancelled(probe: Probe): Promise<Outcome> {
  const met = await cancelInFlight(probe);
  if (met === undefined) return NO_SLOW_TOOL;
  const { tool, usual, exchange } = met;
  const answer = arrivalOf(probe, CANCELLED);
  const after = arrivalOf(probe, AFTER);
  if (after === undefined) return notObserved('the connection did not survive it');
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

interface Cancelled {
  readonly tool: string;
  /** How long the tool takes when it is left alone. */
  readonly usual: number;
  readonly exchange: Exchange;
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
  // Whoever works on one message after the other answers this one last, and has all patience for it.
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
