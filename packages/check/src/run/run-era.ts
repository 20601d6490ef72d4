import type { Era } from '@errata/core';
import { GROUPS, notObserved, type Case } from '../case.js';
import { CASES } from '../cases/cases.js';
import { discoverOffer } from '../session/discover-offer.js';
import { isModern } from '../session/write-message.js';
import { Unanswered } from '../session/unanswered.js';
import { Unreachable } from '../wire/peer.js';
import { callableTools, whyNotCalled } from './callable-tools.js';
import { openSession, type Connector, type ConnectorSetup } from './open-session.js';
import { DEFAULT_LIMITS, NO_CANARIES, type CheckOptions, type CheckLimits } from './options.js';
import { RunRecord } from './record.js';
import type { CaseResult, EraReport } from './results.js';
import { runCase } from './run-case.js';
import { RunProbe } from './run-probe.js';

/** Begin a run in one revision: a conversation, and what the server says that it has. */
async function createProbe(
  given: ConnectorSetup,
  era: Era,
  options: CheckOptions,
): Promise<RunProbe> {
  const record = new RunRecord();
  const connector: Connector = {
    ...given,
    onExchange: record.keep,
    onLink: record.link,
    unanswered: new Unanswered(),
  };
  const { session, greeting } = await openSession(connector, era, { unhurried: true });
  const offer = await discoverOffer(session, greeting);
  const callable = callableTools(offer, options);
  const setup = {
    era,
    transport: given.peer.transport,
    offer,
    clock: given.clock,
    canaries: options.canaries ?? NO_CANARIES,
    callable,
    whyNotCalled: (leftOut: readonly string[]) => whyNotCalled(offer, options, leftOut),
    harmless: harmlessIn(era, options),
  };
  return new RunProbe(setup, record, connector, session);
}

function harmlessIn(era: Era, { harmless }: CheckOptions): RunProbe['harmless'] {
  if (era === 'jsonrpc') return harmless;
  return { method: isModern(era) ? 'server/discover' : 'ping', params: undefined };
}

export interface EraRun {
  readonly report: EraReport;
  readonly probe: RunProbe;
}

/** Run all cases against a server in one revision. */
export async function runEra(
  connector: ConnectorSetup,
  era: Era,
  isFirst: boolean,
  options: CheckOptions,
): Promise<EraRun> {
  const { cases = CASES, context = [], contract, signal, onProgress } = options;
  const all = new Set([...cases, ...context]);
  const due = inOrder([...all].filter(({ once }) => once !== true || isFirst));
  const probe = await createProbe(connector, era, options);
  const isOver = createBudget(probe, { ...DEFAULT_LIMITS, ...options.limits });
  const results: CaseResult[] = [];
  let done = 0;
  try {
    for (const each of due) {
      if (isAborted(signal)) break;
      const gone = await isOver().catch((error: unknown) => {
        if (signal?.aborted !== true) throw error;
        return 'the run was interrupted';
      });
      // What judges the whole run needs no server any more.
      const isPossible = gone === undefined || each.when === 'last';
      const run = isPossible ? each : { ...each, run: () => notObserved(gone) };
      const result = await runCase(run, probe, contract).catch((error: unknown) => {
        if (signal?.aborted !== true) throw error;
        return undefined;
      });
      // After an abort the server's silence says nothing about it.
      if (result === undefined || isAborted(signal)) break;
      done += 1;
      if (cases.includes(each)) results.push(result);
      onProgress?.({
        era,
        done,
        total: due.length,
        case: { id: each.id, group: each.group },
        verdict: result.verdict,
      });
    }
  } finally {
    await probe.close();
  }
  return { report: { era, results }, probe };
}

/** It may be aborted at any time, which the type checker does not know. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Says before each case why there can be no more, if so, and begins a new conversation where the last one is of no use. */
function createBudget(probe: RunProbe, limits: CheckLimits): () => Promise<string | undefined> {
  const end = probe.clock.now() + limits.ms;
  let restarts = 0;
  let gone: string | undefined;
  return async () => {
    if (gone !== undefined) return gone;
    if (probe.exchanges.length > limits.exchanges) return 'the limit of requests was reached';
    if (probe.clock.now() > end) return 'the limit of time was reached';
    if (!probe.needsSession) return undefined;
    restarts += 1;
    if (restarts > limits.restarts) return 'the connection was lost too often';
    gone = await renewed(probe);
    return gone;
  };
}

/** What went wrong when a conversation was begun anew. */
async function renewed(probe: RunProbe): Promise<string | undefined> {
  try {
    await probe.renew();
    return undefined;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    probe.lose(`it could not be reached again: ${error.message}`);
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
