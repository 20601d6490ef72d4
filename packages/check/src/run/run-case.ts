import { notApplicable, notObserved, type Case, type Outcome } from '../case.js';
import type { ContractJudge } from '../contract/judge-by.js';
import type { ConnectionState, Exchange, Heard } from '../exchange.js';
import { viewsOf } from '../hosts/views.js';
import { cutText } from '../json/cut-text.js';
import { outlineHeard } from '../session/shorter-heard.js';
import { Unreachable } from '../wire/peer.js';
import type { CaseResult, Verdict } from './results.js';
import type { RunProbe } from './run-probe.js';

/** Characters of one text that are kept for a report. */
const KEPT = 4000;
/** Messages of one exchange that are kept. */
const MOST_HEARD = 40;

/** An exchange with long texts cut, so that a run stays small whatever was said. */
function shorten(exchange: Exchange): Exchange {
  return {
    ...exchange,
    sent: exchange.sent.slice(0, MOST_HEARD).map(cut),
    heard: exchange.heard.slice(0, MOST_HEARD).map(cutHeard),
    responses: exchange.responses.slice(0, MOST_HEARD).map(cutHeard),
    reply: exchange.reply && cutHeard(exchange.reply),
    told: exchange.told.map((told) => ({
      ...told,
      headers: cutAll(told.headers),
      body: cut(told.body),
    })),
    ...(exchange.asked && {
      asked: exchange.asked.map((asked) => ({ ...asked, headers: cutAll(asked.headers) })),
    }),
  };
}

function cutHeard(heard: Heard): Heard {
  return { ...outlineHeard(heard), text: cut(heard.text) };
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
async function runBounded(each: Case, probe: RunProbe): Promise<Outcome> {
  const over = new AbortController();
  const late = probe.clock
    .sleep(LONGEST_CASE, over.signal)
    .then(() => notObserved(`it took more than ${LONGEST_CASE / 1000} s`));
  try {
    const work = Promise.resolve(each.run(probe));
    work.catch(() => undefined); // told below, unless nobody waits for it any more
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
): Outcome | undefined {
  if (eras !== undefined && !eras.includes(era)) return notApplicable(`no rule of ${era}`);
  if (transports !== undefined && !transports.includes(transport)) {
    return notApplicable(`not on ${transport}`);
  }
  return undefined;
}

function verdictOf({ kind }: Outcome, { keyword }: Case, declared: boolean): Verdict {
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

function evidenceOf(outcome: Outcome, own: readonly Exchange[]): readonly Exchange[] {
  return outcome.kind === 'violated' && outcome.evidence !== undefined ? outcome.evidence : own;
}

/** What the server did to the connection while the case ran. */
function worst(connection: ConnectionState, exchanges: readonly Exchange[]): ConnectionState {
  const states = [connection, ...exchanges.map(({ state }) => state)];
  return states.includes('closed') ? 'closed' : states.includes('silent') ? 'silent' : 'open';
}
