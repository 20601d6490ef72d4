import type { Era } from '@errata/core/era';
import { systemClock } from '../clock.js';
import { DEFAULT_TIMING } from '../session/session.js';
import { Unreachable } from '../wire/unreachable.js';
import type { Peer } from '../wire/peer.js';
import { findEras } from './find-eras.js';
import type { CheckOptions } from './options.js';
import type { TargetReport } from './results.js';
import { runEra, type EraRun } from './run-era.js';
import type { RunProbe } from './run-probe.js';

/** Judge one server. Only a defect of the judge itself, or an abort, makes it reject. */
export async function checkPeer(
  peer: Peer,
  options: CheckOptions = {},
): Promise<Omit<TargetReport, 'target'>> {
  const { clock = systemClock, timing = DEFAULT_TIMING, contract } = options;
  const began = clock.now();
  const desk = { peer, clock, timing };
  const runs: EraRun[] = [];
  let unreachable: string | undefined;
  try {
    const eras = await findEras(desk, options.eras);
    if (eras.length === 0) unreachable = noEra(options.eras);
    for (const era of eras) runs.push(await runEra(desk, era, runs.length === 0, options));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    unreachable = error.message;
  }
  const [first] = runs;
  return {
    transport: peer.transport,
    server: first?.probe.offer.server ?? { name: '', version: '' },
    eras: runs.map(({ report }) => report),
    ...(contract && { contract: contract.report(runs.map(({ probe }) => probe)) }),
    ...(unreachable !== undefined && { unreachable }),
    notes: first === undefined ? [] : notesOn(first.probe),
    requests: runs.reduce((sum, { probe }) => sum + probe.exchanges.length, 0),
    ms: clock.now() - began,
  };
}

function noEra(wanted: readonly Era[] | undefined): string {
  return wanted === undefined
    ? 'it answered neither initialize nor server/discover with a result: is it an MCP server? (plain JSON-RPC: --plain)'
    : `it does not speak ${wanted.join(' or ')}`;
}

/** What the user should know about how the server was judged. */
function notesOn({ offer: { tools }, callable, whyNotCalled }: RunProbe): string[] {
  const left = tools.filter((tool) => !callable.includes(tool));
  if (left.length === 0) return [];
  const names = left.slice(0, 5).map(({ name }) => name);
  const more = left.length > names.length ? `, and ${left.length - names.length} more` : '';
  return [`Not called: ${names.join(', ')}${more}: ${whyNotCalled}`];
}
