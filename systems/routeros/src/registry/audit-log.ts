import type { Redactor } from '@errata/core';
import type { Insertable, Selectable, Store } from '@errata/store';
import type { AuditEventsTable, RouterosDatabase } from '../database/open-database.js';

/** A change, recorded before it begins and when it has ended, or a refusal. */
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

const MAX_LENGTH = 500;

interface AuditLogOptions {
  readonly store: Store<RouterosDatabase>;
  readonly redactor?: Redactor;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/** The audit log in a database. */
export function createAuditLog({ store, redactor, now = Date.now }: AuditLogOptions) {
  const { db } = store;
  return {
    async record(event: AuditEvent) {
      const at = new Date(now()).toISOString();
      await db
        .insertInto('audit_events')
        .values(toRow(event, at, redactor))
        .execute();
    },
    /** Newest first. */
    async recent(limit: number): Promise<readonly AuditEntry[]> {
      const rows = await db
        .selectFrom('audit_events')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
  };
}

/** Secrets go before anything is cut: half a secret is not recognised any more. */
function toRow(
  event: AuditEvent,
  at: string,
  redactor: Redactor | undefined,
): Insertable<AuditEventsTable> {
  const { detail, ...rest } = event;
  const redacted = detail === undefined ? {} : { detail: redactor?.redact(detail) ?? detail };
  const texts = Object.entries({ ...rest, ...redacted }).map(([name, text]) => [name, fit(text)]);
  return { ...(Object.fromEntries(texts) as AuditEvent), at };
}

function fromRow(row: Selectable<AuditEventsTable>): AuditEntry {
  const members = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as unknown as AuditEntry;
}

/** Without the character that PostgreSQL cannot keep, and short; never half of a pair of surrogates. */
function fit(text: string): string {
  const kept = text.replaceAll('\0', '');
  if (kept.length <= MAX_LENGTH) return kept;
  return `${kept.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
