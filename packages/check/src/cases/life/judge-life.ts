import { kept, violated, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { harmlessMethod } from '../../session/dress.js';
import { Unreachable } from '../../wire/unreachable.js';
import { describe } from '../read-reply.js';

/**
 * Whether a later request is answered. A process that ends has ended for all of its client's requests; a server that listens may
 * close the connection on which it was abused, as long as it answers on the next.
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
    return violated(`after ${what} the server answered nothing more`);
  }
  return judgeNextConnection(probe, what);
}

function isAnswered({ reply, state, told }: Exchange): boolean {
  return reply !== undefined && state === 'open' && told.every(({ status }) => status < 400);
}

async function judgeNextConnection(probe: Probe, what: string): Promise<Outcome> {
  try {
    const session = await probe.open();
    const { method, params } = harmlessOf(probe);
    const later = await session.request(method, params);
    if (later.reply !== undefined) return kept;
    return violated(`after ${what}, a request on a new connection got ${describe(later)}`);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return violated(`after ${what}, the server could not be reached any more: ${error.message}`);
  }
}

/** A request that does no harm: one that is known to succeed, or any. */
export function harmlessOf({ harmless, era }: Probe): NonNullable<Probe['harmless']> {
  return harmless ?? { method: harmlessMethod(era), params: undefined };
}
