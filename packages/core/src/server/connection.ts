import type { IdText, Incoming, Params } from '../codec/index.js';
import type { ToolSurface } from './answer-failure.js';
import type { Maybe, CallInfo, Exchange, ProtocolFailure } from './call.js';
import type { Fault } from '../fault/index.js';

/** One peer's requests. Its ids are its own: another connection may use the same ones at the same time. */
export interface Connection {
  /** Handles one text and returns the reply, if any. Synchronous if the handlers are. Never throws or rejects. */
  receive(input: string | Uint8Array, exchange?: Exchange): Maybe<string | undefined>;
  /** The same for a text that an edge has parsed, because it had to look inside. */
  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined>;
  /** The reply to a failure that the edge found itself: a wrong header, a body that does not end. */
  refuse(failure: ProtocolFailure, id?: IdText, exchange?: Exchange): string;
  /** How many requests wait for their reply. */
  readonly inFlight: number;
  /** The peer is gone: cancels all calls in progress. */
  close(why?: unknown): void;
  /** Settles when everything behind the connection has ended. */
  readonly closed?: Promise<void>;
  /** The process cannot continue: answers all calls in progress with a failure. Later results are dropped. */
  abandon(thrown: unknown, deliver: Deliver): void;
}

/** Sends a late reply to the source of its request. */
export type Deliver = (reply: string, exchange: Exchange | undefined) => void;

/** Works on one method. What it returns is the result; what it throws, or a fault that it returns, is the failure. */
export type Handler = (params: Params | undefined, call: CallInfo) => unknown;

/** How long a call may take, in milliseconds; undefined for as long as it likes. */
export type Deadline =
  number | ((method: string, params: Params | undefined) => number | undefined);

/** Where failed tools go: always there, or by the name that the client gives itself. */
export type ToolFailures = ToolSurface | ((client: string | undefined) => ToolSurface);

/** A request that was answered, for counters and measurements. */
export interface CallSummary {
  readonly method: string;
  /** Of `tools/call`. */
  readonly tool?: string;
  /** From the request to its reply. */
  readonly milliseconds: number;
  /** Its failure. */
  readonly fault?: Fault;
}

/** Called for every request that was answered. */
export type OnCall = (summary: CallSummary) => void;
