import type { Era } from '@errata/core';
import type { Clock } from '../clock.js';
import type { Exchange } from '../exchange.js';
import type { LinkLog } from '../probe.js';
import { HttpSession } from '../session/http-session.js';
import { LineSession } from '../session/line-session.js';
import { createLog } from '../session/link-log.js';
import type { Session, SessionOptions, Timing } from '../session/session.js';
import type { Unanswered } from '../session/unanswered.js';
import { shakeHands, type Greeting } from '../session/shake-hands.js';
import type { Peer } from '../wire/peer.js';

/** What every session of a run has in common. */
export interface Desk {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly onExchange: (exchange: Exchange) => void;
  readonly onLink: (log: LinkLog) => void;
  readonly unanswered: Unanswered;
}

/** What is known before a run begins. */
export type DeskSetup = Pick<Desk, 'peer' | 'clock' | 'timing'>;

export interface Opened {
  readonly session: Session;
  readonly greeting: Greeting | undefined;
}

/** A conversation in a revision. Rejects with a sentence where the server cannot be reached. */
export async function openSession(
  { peer, clock, timing, onExchange, onLink, unanswered }: Desk,
  era: Era,
  { handshake = true }: SessionOptions = {},
): Promise<Opened> {
  const log = createLog();
  onLink(log);
  const tools = { era, clock, timing, onExchange, log, unanswered };
  const session: Session =
    peer.transport === 'http'
      ? new HttpSession(peer, tools)
      : new LineSession(await peer.open(), tools);
  return { session, greeting: handshake ? await shakeHands(session) : undefined };
}
