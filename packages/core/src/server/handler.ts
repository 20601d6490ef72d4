import type { Params } from '../codec/index.js';
import type { Fault } from '../fault/index.js';
import type { ToolSurface } from './answer-failure.js';
import type { CallInfo } from './call.js';

/** Works on one method. What it returns is the result; what it throws, or a fault that it returns, is the failure. */
export type Handler = (params: Params | undefined, call: CallInfo) => unknown;

/** How long a call may take, in milliseconds; undefined for as long as it likes. */
export type Deadline =
  number | ((method: string, params: Params | undefined) => number | undefined);

/** Where failed tools go: always there, or by the name that the client gives itself. */
export type ToolFailures = ToolSurface | ((client: string | undefined) => ToolSurface);

/** A request that was answered, for whoever counts and measures. */
export interface CallSummary {
  readonly method: string;
  /** Of `tools/call`. */
  readonly tool?: string;
  /** From the request to its reply. */
  readonly milliseconds: number;
  /** What it failed with. */
  readonly fault?: Fault;
}

/** Is told of every request that was answered. */
export type OnCall = (summary: CallSummary) => void;
