import type { Era } from '@errata/core/era';
import { discoverOffer } from '../session/discover-offer.js';
import { isModern } from '../session/dress.js';
import { callableTools, whyNotCalled } from './callable-tools.js';
import { openSession, type Desk } from './open-session.js';
import { NO_CANARIES, type CheckOptions } from './options.js';
import { Record } from './record.js';
import { RunProbe } from './run-probe.js';

/** Begin a run in one revision: a conversation, and what the server says that it has. */
export async function createProbe(
  given: Omit<Desk, 'onExchange' | 'onLink'>,
  era: Era,
  options: CheckOptions,
): Promise<RunProbe> {
  const record = new Record();
  const desk: Desk = { ...given, onExchange: record.keep, onLink: record.link };
  const { session, greeting } = await openSession(desk, era);
  const offer = await discoverOffer(session, greeting);
  const callable = callableTools(offer, options);
  const setup = {
    era,
    transport: given.peer.transport,
    offer,
    clock: given.clock,
    canaries: options.canaries ?? NO_CANARIES,
    callable,
    whyNotCalled: whyNotCalled(offer.tools.filter((tool) => !callable.includes(tool))),
    harmless: harmlessIn(era, options),
  };
  return new RunProbe(setup, record, desk, session);
}

function harmlessIn(era: Era, { harmless }: CheckOptions): RunProbe['harmless'] {
  if (era === 'jsonrpc') return harmless;
  return { method: isModern(era) ? 'server/discover' : 'ping', params: undefined };
}
