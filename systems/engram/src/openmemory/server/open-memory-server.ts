import type { SeenRequest } from '@errata/system/simulator';
import type { Nonsense } from './conditions.js';

/** An OpenMemory that runs, and breaks as it is told. */
export interface OpenMemoryServer {
  readonly url: string;
  /** The key that it wants at the moment. */
  readonly apiKey: string | undefined;
  /** The latest requests, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Switch on again, on the same port. */
  start(): Promise<void>;
  /** Switch off: the port is closed and every connection breaks. What it knows, it keeps. */
  stop(): Promise<void>;
  /** Answer so many milliseconds late. What is asked for is done at once. */
  setDelay(milliseconds: number): void;
  /** Fail at everything with this HTTP status and do nothing, until told otherwise. */
  failWith(status: number | undefined): void;
  /** Answer 200 to everything: `text`, which is no JSON, after doing what is asked; `failure`, which says `success: false`, without. */
  answerNonsense(nonsense: Nonsense | undefined): void;
  /** Do what is asked, send half of the answer, then break the connection. */
  cutBodies(on: boolean): void;
  setApiKey(key: string | undefined): void;
  /** Leave the database no room to grow: additions fail as they do on a full disk. */
  fill(): Promise<void>;
  /** Give it room again. */
  unfill(): Promise<void>;
  /** Switch off for good. */
  close(): Promise<void>;
}
