import type { Era } from '@errata/core/era';
import type { Case } from '../case.js';
import type { Exchange } from '../exchange.js';
import type { ContractReport } from '../run/results.js';

/** Holds a run against what a server declares. */
export interface ContractJudge {
  readonly name: string;
  /** Whether the contract announces what this case would call a violation. */
  declares(each: Case, era: Era): boolean;
  report(runs: readonly { readonly era: Era; readonly exchanges: readonly Exchange[] }[]): ContractReport;
}
