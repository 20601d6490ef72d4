import type { Budget, Deadline, Expose, OnCall } from '@errata/core/internal';
import type { Contract, Fault, Redactor, OnFault } from '@errata/core';
import type { OnMasked } from '@errata/edges/process';

/** How a guarded server answers failures. Every option has a default. */
export interface GuardOptions {
  /** How failures look on the wire; default: recognised failures get plain messages, the rest is masked. */
  readonly contract?: Contract;
  /**
   * Where the failure of a tool goes: an error object (`rpc`), a result (`tool`), or a result for known hosts up to 2025-11-25
   * (`by-host`). Default: contract and era decide.
   */
  readonly toolFailures?: 'rpc' | 'tool' | 'by-host';
  /** After it, in milliseconds, a call is answered with a timeout and what the handler still returns is dropped. */
  readonly deadline?: Deadline;
  /** Knows the secrets of this server; without one, only what looks like a secret is taken out. */
  readonly redactor?: Redactor;
  /** How much of a failure each reader is given. Default: 200 tokens for a model, 8 KiB for a program. */
  readonly budget?: Partial<Budget>;
  /** The reason in the operator's records for a failed result that a tool returned itself. Default: TOOL_REPORTED. */
  readonly reported?: (result: object) => Fault | undefined;
  /** Returns the text of an exception that is meant for the caller. Default: every undeclared exception is masked. */
  readonly expose?: Expose;
  /** Gets each masked exception as text. Default: stderr, at most 50 lines and none beside `onFault`; all with `ERRATA_DEV=1` or where it is a terminal. */
  readonly onMasked?: OnMasked;
  /** Gets the full record of every failure, with the original exception. */
  readonly onFault?: OnFault;
  /** Called after every answered request, failed or not. */
  readonly onCall?: OnCall;
  /** Local debug mode: shows the operator's details on the wire. */
  readonly debug?: boolean;
}

/** Options that need the wire: `serve` has them, `guard` does not. */
export interface WireOptions {
  /** Characters of one result; a longer one is not sent. */
  readonly maxResultChars?: number;
}
