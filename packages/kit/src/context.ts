import type { Era } from '@errata/core';
import { LOG_LEVELS, type Exchange, type LogLevel, type Ref } from '@errata/core/internal';

export { LOG_LEVELS, type LogLevel };

/** The client's capabilities; their members depend on the revision. */
export type Capabilities = Readonly<Record<string, unknown>>;

/** The client's name and version. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The context of a handler of tools, resources and prompts, beside its arguments. */
export interface Context {
  readonly era: Era;
  /** The correlation id of the request. */
  readonly ref: Ref;
  /** Aborted when the client cancels, the connection closes or the deadline passes. */
  readonly signal: AbortSignal;
  readonly client: ClientInfo | undefined;
  /** The capabilities of the client. */
  readonly clientCapabilities: Capabilities;
  /** The exchange of the request: over HTTP its headers and caller. */
  readonly exchange: Exchange | undefined;
  /** Report progress, if the client requested it. */
  progress(done: number, total?: number, message?: string): void;
  /** Tell the client something, if it wants messages of this level. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Throws CAPABILITY_NOT_SUPPORTED unless the client can do this, such as `sampling`. */
  requireClient(capability: string): void;
}
