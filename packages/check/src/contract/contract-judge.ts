import type { Era } from '@errata/core/era';
import type { Case } from '../case.js';
import type { Exchange } from '../exchange.js';
import type { ContractReport } from '../run/results.js';

/** Holds a run against what a server declares. */
export interface ContractJudge {
  readonly name: string;
  /** Whether the contract announces what this case calls a violation, and these exchanges show. */
  declares(each: Pick<Case, 'deviation'>, era: Era, evidence: readonly Exchange[]): boolean;
  report(
    runs: readonly { readonly era: Era; readonly exchanges: readonly Exchange[] }[],
  ): ContractReport;
}
