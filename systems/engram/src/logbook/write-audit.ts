import type { Insertable, Selectable } from '@errata/store';
import { cleanText, fitText, inTransaction, type Ground } from './ground.js';
import type { LogbookDatabase } from './schema.js';
import { readAuditStats } from './stats.js';

export type AuditAction =
  'allow' | 'redirect' | 'reject' | 'deferred' | 'degraded' | 'failed' | 'done' | 'dead';

/** A write, told when it is decided, before anything is done, and when it has ended; and a read that went wrong. */
export interface EngramAuditEvent {
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

export interface EngramAuditEntry extends EngramAuditEvent {
  readonly id: number;
  readonly at: string;
}

export interface AuditFilter {
  readonly limit: number;
  readonly correlationId?: string;
}

type Table = LogbookDatabase['write_audit'];

/** The history of writes, in a database. */
export function createWriteAudit(ground: Ground) {
  const { db, guard, at } = ground;
  return {
    /** The number of the new entry. */
    record: (event: EngramAuditEvent): Promise<number> =>
      guard.write(async () => {
        const row = toRow(event, at(), ground);
        const added = await inTransaction(db, (trx) =>
          trx.insertInto('write_audit').values(row).returning('id').executeTakeFirstOrThrow(),
        );
        return added.id;
      }),
    /** Newest first. */
    recent: ({ limit, correlationId: of }: AuditFilter): Promise<readonly EngramAuditEntry[]> =>
      guard.read(async () => {
        const rows = await db
          .selectFrom('write_audit')
          .selectAll()
          .$if(of !== undefined, (all) => all.where('correlation_id', '=', fitText(of!)))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
        return rows.map(fromRow);
      }),
    /** From a time on, ISO 8601. */
    stats: ({ since }: { readonly since: string }) => guard.read(() => readAuditStats(db, since)),
  };
}

function toRow(event: EngramAuditEvent, at: string, ground: Ground): Insertable<Table> {
  const { evidence, outbox_id, ...texts } = event;
  const clean = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, cleanText(ground, text)]],
  );
  return {
    ...(Object.fromEntries(clean) as typeof texts),
    at,
    ...(outbox_id !== undefined && { outbox_id }),
    ...(evidence !== undefined && {
      evidence: JSON.stringify(ground.redactor.redactDeep(evidence)),
    }),
  };
}

function fromRow({ evidence, ...row }: Selectable<Table>): EngramAuditEntry {
  const said = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(said) as unknown as EngramAuditEntry),
    ...(evidence !== null && { evidence: JSON.parse(evidence) as unknown }),
  };
}
