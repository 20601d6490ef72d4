import { kept, notObserved, violated, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { harmlessMethod } from '../../session/dress.js';
import { Unreachable } from '../../wire/unreachable.js';
import { describe } from '../read-reply.js';
import { timeFor } from './time-for.js';

/**
 * Whether a later request is answered. A process that ends has ended for all of its client's requests; a server that listens may
 * close the connection on which it was abused, as long as it answers on the next. One that works on one message after the other
 * may not be done yet.
 */
export async function judgeLife(probe: Probe, abused: Exchange, what: string): Promise<Outcome> {
  const { transport } = probe;
  let last = abused;
  if (transport === 'http' || abused.state === 'open') {
    last = await probe.alive();
    if (isAnswered(last)) return kept;
  }
  if (transport === 'stdio' && last.state === 'closed') {
    return violated(`${what} ended the server`);
  }
  if (transport !== 'http' && last.state === 'silent') {
    return judgeSilence(probe, abused, what, `after ${what} the server answered nothing more`);
  }
  return judgeNextConnection(probe, abused, what);
}

function isAnswered({ reply, state, told }: Exchange): boolean {
  return reply !== undefined && state === 'open' && told.every(({ status }) => status < 400);
}

async function judgeNextConnection(probe: Probe, abused: Exchange, what: string): Promise<Outcome> {
  try {
    const session = await probe.open();
    const { method, params } = harmlessOf(probe);
    const later = await session.request(method, params);
    if (later.reply !== undefined) return kept;
    const why = `after ${what}, a request on a new connection got ${describe(later)}`;
    return later.state === 'silent' ? judgeSilence(probe, abused, what, why) : violated(why);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return violated(`after ${what}, the server could not be reached any more: ${error.message}`);
  }
}

/** Silence is held against a server that had the time for everything that was said to it. */
function judgeSilence(probe: Probe, abused: Exchange, what: string, why: string): Outcome {
  const needed = timeFor(probe, abused);
  if (needed <= probe.clock.now() - abused.at) return violated(why);
  return notObserved(`at its pace the server may need ${Math.ceil(needed / 1000)} s for ${what}`);
}

/** A request that does no harm: one that is known to succeed, or any. */
export function harmlessOf({ harmless, era }: Probe): NonNullable<Probe['harmless']> {
  return harmless ?? { method: harmlessMethod(era), params: undefined };
}
