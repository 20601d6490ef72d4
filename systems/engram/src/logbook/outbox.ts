import type { OutboxStats } from './outbox-stats.js';

/** What OpenMemory is to be given. */
export interface OutboxMemory {
  readonly content: string;
  readonly user_id: string;
  readonly space: string;
  readonly kind?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface NewOutboxRow {
  /** One row per key, however often it is put in. */
  readonly idempotencyKey: string;
  readonly payload: OutboxMemory;
  readonly correlationId: string;
  /** Which OpenMemory it is for; any unless told. */
  readonly destination?: string;
}

export type OutboxStatus = 'pending' | 'sent' | 'dead';

export interface OutboxRow {
  readonly id: number;
  readonly idempotency_key: string;
  /** Undefined where it was sent, which clears it, or where what is stored is no JSON. */
  readonly payload: OutboxMemory | undefined;
  readonly status: OutboxStatus;
  /** Tries that failed. */
  readonly attempts: number;
  readonly next_attempt_at: string;
  readonly lease_owner: string | null;
  readonly lease_until: string | null;
  readonly last_error: string | null;
  readonly memory_id: string | null;
  readonly correlation_id: string;
  readonly destination: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row that its taker may send until the lease ends, or longer, as long as nobody else takes it. */
export interface OutboxClaim extends OutboxRow {
  readonly lease_owner: string;
}

export interface ClaimOptions {
  readonly workerId: string;
  readonly limit: number;
  readonly leaseMs: number;
  /** This row only. */
  readonly id?: number;
  /** Rows for this OpenMemory, or for any; all of them unless told. */
  readonly destination?: string;
}

/** When a row is to be tried again, and why it was not sent. */
export interface NextTry {
  readonly error: string;
  /** Milliseconds. */
  readonly delay: number;
  /** False where nobody tried: such a time does not count. */
  readonly tried?: boolean;
}

/** The memories on their way to OpenMemory. What ends a claim answers false, and changes nothing, once the lease is lost. */
export interface Outbox {
  /** The row of this key; `created` is false where it was there already. */
  enqueue(row: NewOutboxRow): Promise<{ readonly id: number; readonly created: boolean }>;
  find(id: number): Promise<OutboxRow | undefined>;
  /** Oldest first. */
  list(filter: {
    readonly status: OutboxStatus;
    readonly limit: number;
  }): Promise<readonly OutboxRow[]>;
  /** The rows whose turn it is and that nobody holds; no two takers get the same one. */
  claim(options: ClaimOptions): Promise<readonly OutboxClaim[]>;
  ack(claim: OutboxClaim, memoryId: string): Promise<boolean>;
  /** One more try later. */
  retry(claim: OutboxClaim, next: NextTry): Promise<boolean>;
  /** No more tries. */
  bury(claim: OutboxClaim, error: string): Promise<boolean>;
  /** Nothing more is to be done for these rows: OpenMemory had, under this id, what they were to bring. */
  finish(ids: readonly number[], memoryId: string): Promise<void>;
  /** Take it out again: who put it in is told that it was refused. */
  drop(claim: OutboxClaim): Promise<boolean>;
  /** Give every dead row all its tries again, and every row that is not sent to this OpenMemory; how many there were. */
  revive(destination?: string): Promise<number>;
  stats(): Promise<OutboxStats>;
}
