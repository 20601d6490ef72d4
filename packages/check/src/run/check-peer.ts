import type { Era } from '@errata/core/era';
import { GROUPS, notObserved, type Case } from '../case.js';
import { CASES } from '../cases/index.js';
import { systemClock } from '../clock.js';
import { DEFAULT_TIMING } from '../session/session.js';
import { Unreachable } from '../wire/unreachable.js';
import type { Peer } from '../wire/peer.js';
import { findEras, type SpokenEra } from './find-eras.js';
import { DEFAULT_LIMITS, type CheckOptions } from './options.js';
import type { Desk } from './open-session.js';
import type { CaseResult, EraReport, TargetReport } from './results.js';
import { runCase } from './run-case.js';
import type { RunProbe } from './run-probe.js';
import { createProbe } from './create-probe.js';

type Checked = Omit<TargetReport, 'target'>;

/** Judge one server. Only a defect of the judge itself makes it reject. */
export async function checkPeer(peer: Peer, options: CheckOptions = {}): Promise<Checked> {
  const { clock = systemClock, timing = DEFAULT_TIMING } = options;
  const began = clock.now();
  const desk = { peer, clock, timing };
  const nobody = { onExchange: () => undefined, onLink: () => undefined };
  const report = { transport: peer.transport, server: { name: '', version: '' }, notes: [] };
  let spoken: SpokenEra[];
  try {
    spoken = await findEras({ ...desk, ...nobody }, options.eras);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { ...report, eras: [], unreachable: error.message, requests: 0, ms: clock.now() - began };
  }
  // A conversation that was only opened to see whether there is an answer is not the one that is judged.
  await Promise.all(spoken.map(({ session }) => session.close()));
  if (spoken.length === 0) {
    return { ...report, eras: [], unreachable: noEra(options.eras), requests: 0, ms: clock.now() - began };
  }
  const runs: EraRun[] = [];
  for (const { era } of spoken) runs.push(await runEra(desk, era, runs.length === 0, options));
  const [first] = runs;
  return {
    transport: peer.transport,
    server: first!.probe.offer.server,
    eras: runs.map(({ report: each }) => each),
    ...(options.contract && {
      contract: options.contract.report(runs.map(({ probe }) => probe)),
    }),
    notes: notesOn(first!.probe),
    requests: runs.reduce((sum, { probe }) => sum + probe.exchanges.length, 0),
    ms: clock.now() - began,
  };
}

interface EraRun {
  readonly report: EraReport;
  readonly probe: RunProbe;
}

async function runEra(
  desk: Omit<Desk, 'onExchange' | 'onLink'>,
  era: Era,
  isFirst: boolean,
  options: CheckOptions,
): Promise<EraRun> {
  const { cases = CASES, contract, signal, onProgress } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const due = inOrder(cases.filter(({ once }) => once !== true || isFirst));
  const probe = await createProbe(desk, era, options);
  const end = desk.clock.now() + limits.ms;
  const results: CaseResult[] = [];
  let restarts = 0;
  for (const each of due) {
    signal?.throwIfAborted();
    let gone: string | undefined;
    if (probe.needsSession) {
      restarts += 1;
      gone = restarts > limits.restarts ? 'the server had to be started again too often' : await renewed(probe);
    }
    if (probe.exchanges.length > limits.exchanges) gone = 'the limit of requests was reached';
    if (desk.clock.now() > end) gone = 'the limit of time was reached';
    const result = await runCase(
      gone === undefined ? each : { ...each, run: () => notObserved(gone) },
      probe,
      contract,
    );
    results.push(result);
    const { id, group } = each;
    onProgress?.({
      era,
      done: results.length,
      total: due.length,
      case: { id, group },
      verdict: result.verdict,
    });
  }
  await probe.close();
  return { report: { era, results }, probe };
}

/** What went wrong when a conversation was begun anew. */
async function renewed(probe: RunProbe): Promise<string | undefined> {
  try {
    await probe.renew();
    return undefined;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return `the server could not be reached again: ${error.message}`;
  }
}

/** Groups in their order; what judges the whole run comes last. */
function inOrder(cases: readonly Case[]): readonly Case[] {
  const groups = Object.keys(GROUPS);
  const rank = ({ group, when }: Case): number =>
    groups.indexOf(group) + (when === 'last' ? groups.length : 0);
  return [...cases].sort((a, b) => rank(a) - rank(b));
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
