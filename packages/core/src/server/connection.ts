import type { IdText, Incoming, Params } from '../codec/index.js';
import type { ToolSurface } from './answer-failure.js';
import type { Maybe, CallInfo, Exchange, ProtocolFailure } from './call.js';
import type { Fault } from '../fault/index.js';

/** One peer's requests. Its ids are its own: another connection may use the same ones at the same time. */
export interface Connection {
  /** Work on one text and give the text to answer with, if any. Synchronous where the handlers are. Never throws, never rejects. */
  receive(input: string | Uint8Array, exchange?: Exchange): Maybe<string | undefined>;
  /** The same for a text that an edge has parsed, because it had to look inside. */
  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined>;
  /** The reply to a failure that the edge found itself: a wrong header, a body that does not end. */
  refuse(failure: ProtocolFailure, id?: IdText, exchange?: Exchange): string;
  /** How many requests wait for their reply. */
  readonly inFlight: number;
  /** Cancel whatever is in progress: the peer is gone. */
  close(why?: unknown): void;
  /** Settles when everything behind it has ended too, where there is something that takes its time. */
  readonly closed?: Promise<void>;
  /** Answer whatever is in progress with a failure: the process cannot go on. What handlers still return is dropped. */
  abandon(thrown: unknown, deliver: Deliver): void;
}

/** Sends a late reply to where its request came from. */
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
  /** What it failed with. */
  readonly fault?: Fault;
}

/** Called for every request that was answered. */
export type OnCall = (summary: CallSummary) => void;
