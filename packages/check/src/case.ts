import type { Era } from '@errata/core';
import type { Probe } from './probe.js';
import type { WireExchange, Transport } from './exchange.js';

/** What the cases are about, in the order in which they run and are shown. */
export const GROUPS = {
  answers: 'Every request is answered',
  lifecycle: 'Handshake and versions',
  framing: 'Framing and parsing',
  ids: 'Ids',
  requests: 'Requests',
  notifications: 'Notifications',
  batches: 'Batches',
  methods: 'What is not there',
  arguments: 'Arguments of tools',
  silent: 'Failures that do not count as failures',
  messages: 'What a failure says',
  codes: 'Legality of codes',
  leaks: 'Leaks',
  http: 'HTTP',
  cancellation: 'Cancellation and time',
  retry: 'Retry hints',
  abuse: 'Alive after abuse',
  process: 'Start and end',
} as const;

export type Group = keyof typeof GROUPS;

/** A violated MUST is a failure, a violated SHOULD is a warning. */
export type Obligation = 'MUST' | 'SHOULD';

/** What a literal contract may do otherwise than the specification, and say so. */
export type Deviation = 'null-id' | 'tool-failures-as-errors' | 'own-code';

/** One rule, and how to see whether a server keeps it. */
export interface Case {
  /** Mirrors the rule: `jsonrpc/5/id-echo-bigint`, `mcp/2026-07-28/codes/reserved-range`, `errata/leaks/stack-trace`. */
  readonly id: string;
  readonly group: Group;
  /** The requirement, as one sentence about the server. */
  readonly requirement: string;
  /** Where it says so. */
  readonly link: string;
  readonly keyword: Obligation;
  /** How to fix a server that breaks it. */
  readonly fix: string;
  /** Default: all. */
  readonly eras?: readonly Era[];
  /** Default: all. */
  readonly transports?: readonly Transport[];
  /** It says nothing about revisions, so that it is judged in the first one only. */
  readonly once?: boolean;
  /** `last`: it judges what was heard in the whole run. */
  readonly when?: 'last';
  /** It goes by what others have said and heard before it. So does whatever comes last. */
  readonly looksBack?: true;
  /** What a contract has to declare for a violation to be declared. */
  readonly deviation?: Deviation;
  run(probe: Probe): Promise<CaseOutcome> | CaseOutcome;
}

/** Whether a case says little without the others. */
export function needsOthers({ when, looksBack }: Case): boolean {
  return looksBack === true || when === 'last';
}

/** What a case saw. Whether a violation fails or warns is said by its keyword. */
export type CaseOutcome =
  | {
      readonly kind: 'kept';
      /** Whether the server may have closed the connection for it. */
      readonly mayClose?: true;
    }
  | {
      readonly kind: 'violated';
      /** What was seen instead, as one sentence. */
      readonly why: string;
      /** The exchanges that show it; default: those of the case. */
      readonly evidence?: readonly WireExchange[];
    }
  | { readonly kind: 'not observed'; readonly why: string }
  | { readonly kind: 'not applicable'; readonly why: string };

export const kept: CaseOutcome = { kind: 'kept' };

export function violated(why: string, ...evidence: readonly WireExchange[]): CaseOutcome {
  return { kind: 'violated', why, ...(evidence.length > 0 && { evidence }) };
}

export function notObserved(why: string): CaseOutcome {
  return { kind: 'not observed', why };
}

export function notApplicable(why: string): CaseOutcome {
  return { kind: 'not applicable', why };
}
