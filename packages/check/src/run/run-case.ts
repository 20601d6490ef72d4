import type { Case, Outcome } from '../case.js';
import { notApplicable } from '../case.js';
import type { ConnectionState, Exchange } from '../exchange.js';
import { viewsOf } from '../hosts/views.js';
import type { ContractJudge } from '../contract/contract-judge.js';
import type { CaseResult, Verdict } from './results.js';
import type { RunProbe } from './run-probe.js';
import { shorten } from './shorten.js';

/** Exchanges of one case that a report shows. */
const MOST_EXCHANGES = 6;

/** Run one case and say what it came to. */
export async function runCase(
  each: Case,
  probe: RunProbe,
  contract: ContractJudge | undefined,
): Promise<CaseResult> {
  const { id, group, keyword, requirement, link, fix } = each;
  const { era } = probe;
  probe.begin();
  const outcome = inapplicable(each, probe) ?? (await each.run(probe));
  const connection = await probe.finish();
  const verdict = verdictOf(outcome, each, contract?.declares(each, era) === true);
  const exchanges = evidenceOf(outcome, probe.own);
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

function inapplicable({ eras, transports }: Case, { era, transport }: RunProbe): Outcome | undefined {
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
