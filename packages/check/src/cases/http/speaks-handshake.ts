import { notApplicable, violated, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';
import { initializeParams } from '../../session/shake-hands.js';
import { resultOf } from '../read-reply.js';

/** A violation, unless the server serves clients of earlier revisions too, by whose rules it may have answered. */
export async function unlessItSpeaksEarlierRevisions(probe: Probe, why: string): Promise<Outcome> {
  const shown = probe.exchanges.at(-1)!;
  const initialize = {
    jsonrpc: '2.0',
    id: 'errata-check-initialize',
    method: 'initialize',
    params: initializeParams('2025-11-25'),
  };
  const { reply } = await probe.http({
    body: JSON.stringify(initialize),
    headers: { 'mcp-protocol-version': '', 'mcp-method': '' },
  });
  return resultOf(reply) === undefined
    ? violated(why, shown)
    : notApplicable('it serves clients of earlier revisions too');
}
