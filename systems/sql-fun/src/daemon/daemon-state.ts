import type { Redactor } from '@errata/core/fault';
import type { OnFault } from '@errata/core/server';
import type { ClientContext, SchemaPools } from '../worker/index.js';
import type { IdleClock } from './idle-clock.js';

/** What all clients of a daemon have in common. */
export interface DaemonState {
  readonly token: string;
  readonly version: string;
  readonly contexts: readonly ClientContext[];
  /** The methods that workers have. */
  readonly methods: readonly string[];
  readonly pool: SchemaPools;
  readonly clock: IdleClock;
  readonly redactor: Redactor;
  readonly onFault: OnFault | undefined;
  /** End the daemon, once what is being answered was sent. */
  shutDown(): void;
}
