import type { Era } from '@errata/core';
import type { Clock } from '../clock.js';
import type { WireExchange, LinkLog } from '../exchange.js';
import { HttpSession } from '../session/http-session.js';
import { LineSession } from '../session/line-session.js';
import { createLog } from '../session/link-log.js';
import type { CheckSession, CheckSessionOptions, Timing } from '../session/session.js';
import type { Unanswered } from '../session/unanswered.js';
import { shakeHands, type Greeting } from '../session/shake-hands.js';
import type { CheckedPeer } from '../wire/peer.js';

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

export interface OpenedSession {
  readonly session: CheckSession;
  readonly greeting: Greeting | undefined;
}

/** A conversation in a revision. Rejects with a sentence where the server cannot be reached. */
export async function openSession(
  { peer, clock, timing, onExchange, onLink, unanswered }: Connector,
  era: Era,
  { handshake = true, unhurried }: CheckSessionOptions = {},
): Promise<OpenedSession> {
  const log = createLog();
  onLink(log);
  const tools = { era, clock, timing, onExchange, log, unanswered };
  const session: CheckSession =
    peer.transport === 'http'
      ? new HttpSession(peer, tools)
      : new LineSession(await peer.open(), tools);
  return { session, greeting: handshake ? await shakeHands(session, unhurried) : undefined };
}
