import type { Era } from '@errata/core';
import { type ServerOffer, type OfferedTool, discoverOffer } from '../session/offer.js';
import { type CheckOptions, DEFAULT_LIMITS, NO_CANARIES, type CheckLimits } from './options.js';
import { type CaseResult, type Verdict, type EraReport } from './results.js';
import { notApplicable, notObserved, type Case, type CaseOutcome, GROUPS } from '../case.js';
import type { ContractJudge } from '../contract.js';
import type { ConnectionState, WireExchange, ReceivedMessage } from '../exchange.js';
import { viewsOf } from '../hosts.js';
import { cutText } from '../json/thin-text.js';
import { outlineMessage, isModern } from '../session/messages.js';
import { Unreachable } from '../wire/peer.js';
import { RunProbe } from './run-probe.js';
import { CASES } from '../cases/cases.js';
import { Unanswered } from '../session/unanswered.js';
import { openSession, type Connector, type ConnectorSetup } from '../session/open-session.js';
import { RunRecord } from './record.js';

/** Tools of one server that are called; the report says so where there are more. */
export const MOST_TOOLS = 20;

type CallOptions = Pick<CheckOptions, 'allowWrites' | 'allowTools' | 'maxTools'>;

/** The tools that may be called: those that say that they only read, and those that the user allowed. */
export function callableTools(
  { tools }: ServerOffer,
  { allowWrites = false, allowTools = [], maxTools = MOST_TOOLS }: CallOptions,
): readonly OfferedTool[] {
  // If several tools have one name, it is unclear which one is called.
  const doubtful = new Set(tools.filter((tool) => !onlyReads(tool)).map(({ name }) => name));
  return tools
    .filter(({ name }) => allowWrites || allowTools.includes(name) || !doubtful.has(name))
    .slice(0, maxTools);
}

/** Why tools without `readOnlyHint` are not called, as the end of a sentence about them. */
export function whyUnmarked(left: readonly OfferedTool[]): string {
  const [only, ...others] = left;
  return only !== undefined && others.length === 0
    ? `not marked readOnlyHint: true; allow it with --call ${only.name} or --allow-writes`
    : 'not marked readOnlyHint: true; allow them with --call <tool> or --allow-writes';
}

/** Why some tools are not called; those that were left out got no reply to a right call. */
export function whyNotCalled(
  offer: ServerOffer,
  options: CallOptions,
  leftOut: readonly string[],
): string {
  if (offer.tools.length === 0) return 'the server has no tools';
  const callable = callableTools(offer, { ...options, maxTools: Infinity });
  const unmarked = offer.tools.filter((tool) => !callable.includes(tool));
  return [
    ...(leftOut.length > 0 ? [`a right call of ${leftOut.join(', ')} got no reply in time`] : []),
    ...(callable.length > (options.maxTools ?? MOST_TOOLS) ? ['--max-tools sets the limit'] : []),
    ...(unmarked.length > 0 ? [whyUnmarked(unmarked)] : []),
  ].join('; ');
}

/** A tool with both readOnlyHint and destructiveHint counts as destructive. */
function onlyReads({ annotations }: OfferedTool): boolean {
  return annotations['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}

/** Characters of one text that are kept for a report. */
const KEPT = 4000;
/** Messages of one exchange that are kept. */
const MOST_MESSAGES = 40;

/** An exchange with long texts cut, so that a run stays small whatever was said. */
function shorten(exchange: WireExchange): WireExchange {
  return {
    ...exchange,
    sent: exchange.sent.slice(0, MOST_MESSAGES).map(cut),
    received: exchange.received.slice(0, MOST_MESSAGES).map(cutMessage),
    responses: exchange.responses.slice(0, MOST_MESSAGES).map(cutMessage),
    reply: exchange.reply && cutMessage(exchange.reply),
    httpAnswers: exchange.httpAnswers.map((answer) => ({
      ...answer,
      headers: cutAll(answer.headers),
      body: cut(answer.body),
    })),
    ...(exchange.httpRequests && {
      httpRequests: exchange.httpRequests.map((asked) => ({
        ...asked,
        headers: cutAll(asked.headers),
      })),
    }),
  };
}

function cutMessage(message: ReceivedMessage): ReceivedMessage {
  return { ...outlineMessage(message), text: cut(message.text) };
}

function cutAll(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cut(value)]));
}

function cut(text: string): string {
  return text.length <= KEPT ? text : `${cutText(text, KEPT)}… (${text.length} characters)`;
}

/** Exchanges of one case that a report shows. */
const MOST_EXCHANGES = 6;
/** Milliseconds. */
const LONGEST_CASE = 60_000;

/** Run one case and say what it came to. */
async function runCase(
  each: Case,
  probe: RunProbe,
  contract: ContractJudge | undefined,
): Promise<CaseResult> {
  const { id, group, keyword, requirement, link, fix } = each;
  const { era } = probe;
  probe.begin();
  const outcome = inapplicable(each, probe) ?? (await runBounded(each, probe));
  const connection = await probe.finish();
  const isBlamed = outcome.kind === 'violated' || (outcome.kind === 'kept' && outcome.mayClose);
  if (connection !== 'open' && isBlamed !== true) await probe.suspect();
  const exchanges = evidenceOf(outcome, probe.own);
  const declared = contract?.declares(each, era, exchanges) === true;
  const verdict = verdictOf(outcome, each, declared);
  const shown = verdict === 'pass' ? [] : exchanges;
  return {
    id,
    group,
    keyword,
    requirement,
    link,
    fix,
    era,
    verdict,
    ...('why' in outcome && { why: outcome.why }),
    connection: worst(connection, exchanges),
    exchanges: exchanges.slice(0, MOST_EXCHANGES).map(shorten),
    views: viewsOf(shown),
  };
}

/** No case may hold up the others, whatever the server does. */
async function runBounded(each: Case, probe: RunProbe): Promise<CaseOutcome> {
  const over = new AbortController();
  const late = probe.clock
    .sleep(LONGEST_CASE, over.signal)
    .then(() => notObserved(`it took more than ${LONGEST_CASE / 1000} s`));
  try {
    const work = Promise.resolve(each.run(probe));
    work.catch(() => undefined); // thrown below, unless the time is over
    return await Promise.race([work, late]);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return notObserved(error.message);
  } finally {
    over.abort('over'); // a reason of ours: without one an exception would be made
  }
}

function inapplicable(
  { eras, transports }: Case,
  { era, transport }: RunProbe,
): CaseOutcome | undefined {
  if (eras !== undefined && !eras.includes(era)) return notApplicable(`no rule of ${era}`);
  if (transports !== undefined && !transports.includes(transport)) {
    return notApplicable(`not on ${transport}`);
  }
  return undefined;
}

function verdictOf({ kind }: CaseOutcome, { keyword }: Case, declared: boolean): Verdict {
  switch (kind) {
    case 'kept':
      return 'pass';
    case 'violated':
      if (declared) return 'declared';
      return keyword === 'MUST' ? 'fail' : 'warn';
    case 'not observed':
    case 'not applicable':
      return kind;
  }
}

function evidenceOf(outcome: CaseOutcome, own: readonly WireExchange[]): readonly WireExchange[] {
  return outcome.kind === 'violated' && outcome.evidence !== undefined ? outcome.evidence : own;
}

/** What the server did to the connection while the case ran. */
function worst(connection: ConnectionState, exchanges: readonly WireExchange[]): ConnectionState {
  const states = [connection, ...exchanges.map(({ state }) => state)];
  return states.includes('closed') ? 'closed' : states.includes('silent') ? 'silent' : 'open';
}

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
  const applicable = due.filter((each) => inapplicable(each, probe) === undefined);
  const reported = applicable.filter((each) => cases.includes(each)).length;
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
      if (cases.includes(each)) results.push(result);
      if (!applicable.includes(each)) continue;
      done += 1;
      onProgress?.({
        era,
        done,
        total: applicable.length,
        reported,
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
