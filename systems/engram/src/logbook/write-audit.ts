import type { Insertable, Selectable } from '@errata/store';
import { readAuditStats, type AuditStats } from './audit-stats.js';
import { cleanText, fitText, type Ground } from './ground.js';
import { inTransaction } from './in-transaction.js';
import type { WriteAuditTable } from './schema.js';

export type AuditAction =
  'allow' | 'redirect' | 'reject' | 'deferred' | 'degraded' | 'failed' | 'done' | 'dead';

/** A write, told when it is decided, before anything is done, and when it has ended; and a read that went wrong. */
export interface AuditEvent {
  readonly correlation_id: string;
  readonly actor: string;
  readonly tool: string;
  readonly action: AuditAction;
  readonly space?: string;
  readonly reason?: string;
  /** The rule of the policy that decided. */
  readonly rule?: string;
  readonly memory_id?: string;
  readonly outbox_id?: number;
  /** What the write rests on, as JSON. */
  readonly evidence?: unknown;
  /** One sentence, without secrets. */
  readonly detail?: string;
}

export interface AuditEntry extends AuditEvent {
  readonly id: number;
  readonly at: string;
}

export interface AuditFilter {
  readonly limit: number;
  readonly correlationId?: string;
}

/** The history of writes. */
export interface WriteAudit {
  /** The number of the new entry. */
  record(event: AuditEvent): Promise<number>;
  /** Newest first. */
  recent(filter: AuditFilter): Promise<readonly AuditEntry[]>;
  /** From a time on, ISO 8601. */
  stats(range: { readonly since: string }): Promise<AuditStats>;
}

/** The write audit in a database. */
export function createWriteAudit(ground: Ground): WriteAudit {
  const { db, guard, at } = ground;
  return {
    record: (event) =>
      guard.write(async () => {
        const row = toRow(event, at(), ground);
        const added = await inTransaction(db, (trx) =>
          trx.insertInto('write_audit').values(row).returning('id').executeTakeFirstOrThrow(),
        );
        return added.id;
      }),
    recent: ({ limit, correlationId }) =>
      guard.read(async () => {
        let query = db.selectFrom('write_audit').selectAll();
        if (correlationId !== undefined) {
          query = query.where('correlation_id', '=', fitText(correlationId));
        }
        const rows = await query.orderBy('id', 'desc').limit(limit).execute();
        return rows.map(fromRow);
      }),
    stats: ({ since }) => guard.read(() => readAuditStats(db, since)),
  };
}

function toRow(
  { detail, evidence, outbox_id, ...names }: AuditEvent,
  at: string,
  ground: Ground,
): Insertable<WriteAuditTable> {
  const texts = Object.entries(names).map(
    ([name, text]) => [name, cleanText(ground, text)] as const,
  );
  return {
    ...(Object.fromEntries(texts) as unknown as typeof names),
    at,
    ...(outbox_id !== undefined && { outbox_id }),
    ...(evidence !== undefined && {
      evidence: JSON.stringify(ground.redactor.redactDeep(evidence)),
    }),
    ...(detail !== undefined && { detail: cleanText(ground, detail) }),
  };
}

function fromRow({ evidence, ...row }: Selectable<WriteAuditTable>): AuditEntry {
  const said = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(said) as unknown as AuditEntry),
    ...(evidence !== null && { evidence: JSON.parse(evidence) as unknown }),
  };
}
