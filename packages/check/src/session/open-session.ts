import type { Era } from '@errata/core';
import type { WireExchange, LinkLog } from '../exchange.js';
import { objectOrEmpty } from '../json/json.js';
import { CLIENT, harmlessMethod, isModern, writeMessage } from './messages.js';
import { HttpSession } from './http-session.js';
import type { CheckSession, CheckSessionOptions, Timing } from './session.js';
import type { Clock } from '../clock.js';
import { LineSession } from './line-session.js';
import { createLog } from './link-log.js';
import type { Unanswered } from './unanswered.js';
import type { CheckedPeer } from '../wire/peer.js';

/** What the server said of itself when the conversation began. */
export interface Greeting {
  readonly exchange: WireExchange;
  /** The result, where there was one. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
}

/** Milliseconds for a reply after the handshake; only the first session of a run waits longer. */
const A_MOMENT = 1000;

/** Begin a conversation as its revision wants it; of those without a handshake, ask what the server is. */
async function shakeHands(
  session: CheckSession,
  unanswered: Unanswered,
  isUnhurried = false,
): Promise<Greeting | undefined> {
  const { era } = session;
  if (era === 'jsonrpc') return undefined;
  if (isModern(era)) return greetingOf(await session.request('server/discover'));
  const greeting = greetingOf(await session.request('initialize', initializeParams(era)));
  if (session instanceof HttpSession) {
    session.sessionId = greeting.exchange.httpAnswers[0]?.headers['mcp-session-id'];
    session.begun = true;
  }
  if (greeting.result !== undefined) {
    const text = writeMessage(era, 'notifications/initialized', undefined, undefined);
    const time = isUnhurried ? {} : { grace: 0, patience: A_MOMENT };
    const { state } = await session.say({ texts: [text], expects: 'silence', ...time });
    // A server that answers no ping now will answer none later.
    if (isUnhurried && state === 'silent') unanswered.add(session.write(harmlessMethod(era)));
  }
  return greeting;
}

export function initializeParams(era: Era): object {
  return { protocolVersion: era, capabilities: {}, clientInfo: CLIENT };
}

function greetingOf(exchange: WireExchange): Greeting {
  const { result } = objectOrEmpty(exchange.reply?.value);
  const isResult = typeof result === 'object' && result !== null;
  return { exchange, result: isResult ? objectOrEmpty(result) : undefined };
}

/** What every session of a run has in common. */
export interface Connector {
  readonly peer: CheckedPeer;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly onExchange: (exchange: WireExchange) => void;
  readonly onLink: (log: LinkLog) => void;
  readonly unanswered: Unanswered;
}

/** What is known before a run begins. */
export type ConnectorSetup = Pick<Connector, 'peer' | 'clock' | 'timing'>;

/** A conversation in a revision. Rejects with a sentence where the server cannot be reached. */
export async function openSession(
  { peer, clock, timing, onExchange, onLink, unanswered }: Connector,
  era: Era,
  { handshake = true, unhurried }: CheckSessionOptions = {},
) {
  const log = createLog();
  onLink(log);
  const tools = { era, clock, timing, onExchange, log, unanswered };
  const session: CheckSession =
    peer.transport === 'http'
      ? new HttpSession(peer, tools)
      : new LineSession(await peer.open(), tools);
  return {
    session,
    greeting: handshake ? await shakeHands(session, unanswered, unhurried) : undefined,
  };
}
