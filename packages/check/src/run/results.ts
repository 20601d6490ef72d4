import type { Era } from '@errata/core';
import type { Case, Group, Obligation } from '../case.js';
import type { Transport, ConnectionState, WireExchange } from '../exchange.js';

/**
 * What a case came to. `declared`: a violation that the contract announces; `known`: one that the baseline lists. What was not
 * observed is never a pass.
 */
export type Verdict =
  'pass' | 'fail' | 'warn' | 'declared' | 'known' | 'not applicable' | 'not observed';

export interface CaseResult {
  readonly id: string;
  readonly group: Group;
  readonly keyword: Obligation;
  readonly requirement: string;
  readonly link: string;
  readonly fix: string;
  readonly era: Era;
  readonly verdict: Verdict;
  /** Why it is not a pass. */
  readonly why?: string;
  /** The connection when the case was over, whatever its verdict. */
  readonly connection: ConnectionState;
  /** The exchanges that show it; of a pass those of the case, shortened. */
  readonly exchanges: readonly WireExchange[];
  /** What the models of the hosts would read of the failed calls among them. */
  readonly views: readonly ModelView[];
}

/** What a model sees when a call failed. */
export interface ModelView {
  /** The call, such as `tools/call lookup`. */
  readonly call: string;
  readonly hosts: readonly {
    /** `claude-code`. */
    readonly id: string;
    /** `Claude Code`. */
    readonly name: string;
    /** The empty text where the model sees nothing. */
    readonly text: string;
    /** Why it sees nothing, if that is known. */
    readonly nothing?: string;
    readonly tokens: number;
  }[];
}

/** One server in one revision. */
export interface EraReport {
  readonly era: Era;
  readonly results: readonly CaseResult[];
}

/** A failure of the run that the contract does not allow. */
export interface ContractFinding {
  readonly kind: 'undeclared code' | 'missing field' | 'wrong retryability';
  readonly era: Era;
  readonly code: number | null;
  readonly reason?: string;
  readonly why: string;
  readonly exchange: WireExchange;
}

export interface ContractReport {
  readonly name: string;
  /** Reasons of the contract that were met. */
  readonly met: readonly string[];
  readonly findings: readonly ContractFinding[];
}

/** Everything about one server. */
export interface TargetReport {
  /** As the user named it. */
  readonly target: string;
  readonly transport: Transport;
  readonly server: { readonly name: string; readonly version: string };
  readonly eras: readonly EraReport[];
  readonly contract?: ContractReport;
  /** The user asked for some of the cases only. */
  readonly partial?: true;
  /** The user ended the run: the rest of the cases did not run. */
  readonly interrupted?: true;
  /** Why nothing could be judged: no process, no answer, no revision in common. */
  readonly unreachable?: string;
  /** What the user should know: tools that were not called, limits that were reached. */
  readonly notes: readonly string[];
  readonly requests: number;
  readonly ms: number;
}

/** A whole run of the command. */
export interface Report {
  readonly version: string;
  /** ISO 8601. */
  readonly date: string;
  readonly targets: readonly TargetReport[];
  /** Entries of the baseline that no longer fail. */
  readonly stale: readonly BaselineEntry[];
}

/** A failure that is known, and why it stays. */
export interface BaselineEntry {
  readonly case: string;
  readonly era?: Era;
  readonly target?: string;
  readonly why?: string;
}

/** What a run tells while it goes on. */
export interface Progress {
  readonly target: string;
  readonly era: Era;
  readonly done: number;
  /** The cases that run: all that apply to this revision and transport. */
  readonly total: number;
  /** Those of them that are reported. The others run because these judge their replies. */
  readonly reported: number;
  readonly case: Pick<Case, 'id' | 'group'>;
  readonly verdict: Verdict;
}

/** A server that has not said a word yet. */
export interface Waiting {
  readonly target: string;
  /** Milliseconds that it has for its first answer. */
  readonly upTo: number;
}
