import type { Era } from '@errata/core';
import type { Case } from '../case.js';
import type { Clock } from '../clock.js';
import type { ContractJudge } from '../contract.js';
import type { Canaries } from '../probe.js';
import type { Timing } from '../session/session.js';
import type { Progress, Waiting } from './results.js';

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
