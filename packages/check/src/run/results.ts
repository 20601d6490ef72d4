import type { Era } from '@errata/core';
import type { Case, Group, Obligation } from '../case.js';
import type { Transport, ConnectionState, WireExchange } from '../exchange.js';
import type { Clock } from '../clock.js';
import type { ContractJudge } from '../contract.js';
import type { Canaries } from '../probe.js';
import type { Timing } from '../session/session.js';

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
    /** Why it sees nothing, where that is known. */
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
  readonly total: number;
  readonly case: Pick<Case, 'id' | 'group'>;
  readonly verdict: Verdict;
}

/** A server that has not said a word yet. */
export interface Waiting {
  readonly target: string;
  /** Milliseconds that it has for its first answer. */
  readonly upTo: number;
}

/** What can be told to a check. */
export interface CheckOptions {
  /** Revisions to judge; default: of those that the server speaks, the newest with a handshake, and 2026-07-28. */
  readonly eras?: readonly Era[];
  /** Default: all that there are. */
  readonly cases?: readonly Case[];
  /** Those that run as well, because others go by what they said; nothing is reported of them. */
  readonly context?: readonly Case[];
  /** Whether every tool may be called, or only those that say they just read. */
  readonly allowWrites?: boolean;
  /** Tools that may be called whatever they say. */
  readonly allowTools?: readonly string[];
  /** Callable tools that are called; default: 20. */
  readonly maxTools?: number;
  /** Of plain JSON-RPC: a method that is answered with a result. */
  readonly harmless?: { readonly method: string; readonly params: object | undefined };
  readonly contract?: ContractJudge;
  readonly canaries?: Canaries;
  readonly clock?: Clock;
  readonly timing?: Timing;
  readonly limits?: Partial<CheckLimits>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Omit<Progress, 'target'>) => void;
  /** Takes it when the server is slow to say its first word. */
  readonly onWaiting?: (waiting: Omit<Waiting, 'target'>) => void;
}

/** What one run may use up. */
export interface CheckLimits {
  /** Exchanges with the server. */
  readonly exchanges: number;
  /** Milliseconds for one server. */
  readonly ms: number;
  /** New processes or connections after the server closed one or fell silent. */
  readonly restarts: number;
}

export const DEFAULT_LIMITS: CheckLimits = { exchanges: 5000, ms: 180_000, restarts: 20 };

/** No secrets: a server that was not started here has none of ours. */
export const NO_CANARIES: Canaries = { environment: [], argument: 'Tr0ub4dor-errata-canary' };
