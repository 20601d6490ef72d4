import { notApplicable, violated, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { speaksHandshake } from '../lifecycle/speaks-handshake.js';

/** A violation, unless the server serves clients of earlier revisions too, by whose rules it may have answered. */
export async function unlessEarlier(
  probe: Probe,
  exchange: Exchange,
  why: string,
): Promise<Outcome> {
  return (await speaksHandshake(probe))
    ? notApplicable('it serves clients of earlier revisions too')
    : violated(why, exchange);
}
