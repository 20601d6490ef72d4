import type { Budget, Contract } from '@errata/core/contract';
import type { Fault, Redactor } from '@errata/core/fault';
import type { Deadline, OnCall, OnFault } from '@errata/core/server';

export interface GuardOptions {
  /** How failures look on the wire; without one, what can be recognised is told in plain words and the rest is masked. */
  readonly contract?: Contract;
  /** Where the failure of a tool goes: an error object, a result, or whichever the connected host shows its model. Contract and era decide unless told. */
  readonly toolFailures?: 'rpc' | 'tool' | 'by-host';
  /** After it, in milliseconds, a call is answered with a timeout and what the handler still returns is dropped. */
  readonly deadline?: Deadline;
  /** Knows the secrets of this server; without one, only what looks like a secret is taken out. */
  readonly redactor?: Redactor;
  readonly budget?: Partial<Budget>;
  /** What a failed result that a tool wrote itself is called in the operator's records; TOOL_REPORTED unless told. */
  readonly reported?: (result: object) => Fault | undefined;
  /** Gets the full record of every failure, with the original exception. */
  readonly onFault?: OnFault;
  /** Hears of every request that was answered, failed or not. */
  readonly onCall?: OnCall;
  /** Local debug mode: shows the operator's details on the wire. */
  readonly debug?: boolean;
}

/** Options that need the wire: `serve` has them, `guard` does not. */
export interface WireOptions {
  /** Characters of one result; a longer one is not sent. */
  readonly maxResultChars?: number;
}
