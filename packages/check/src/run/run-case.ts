import { notApplicable, notObserved, type Case, type CaseOutcome } from '../case.js';
import type { ContractJudge } from '../contract/judge-by.js';
import type { ConnectionState, WireExchange, ReceivedMessage } from '../exchange.js';
import { viewsOf } from '../hosts/views.js';
import { cutText } from '../json/cut-text.js';
import { outlineMessage } from '../session/shorten-message.js';
import { Unreachable } from '../wire/peer.js';
import type { CaseResult, Verdict } from './results.js';
import type { RunProbe } from './run-probe.js';

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
export async function runCase(
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
