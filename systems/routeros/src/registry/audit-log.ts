/** A change, told before it begins and when it has ended, or something that somebody was not allowed to do. */
export interface AuditEvent {
  /** The tool, such as `ip/add-address`. */
  readonly action: string;
  readonly actor: string;
  readonly outcome: 'started' | 'done' | 'denied' | 'failed';
  readonly tier?: string;
  readonly device_id?: string;
  readonly plan_id?: string;
  /** Of what went wrong: the reason of the failure, and the ref that the caller was given. */
  readonly reason?: string;
  readonly ref?: string;
  /** One sentence, without secrets. */
  readonly detail?: string;
}

export interface AuditEntry extends AuditEvent {
  readonly id: number;
  readonly at: string;
}

export interface AuditLog {
  record(event: AuditEvent): Promise<void>;
  /** Newest first. */
  recent(limit: number): Promise<readonly AuditEntry[]>;
}
