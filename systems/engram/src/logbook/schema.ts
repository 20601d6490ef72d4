import type { Generated } from '@errata/store';

export interface UsersTable {
  id: string;
  display_name: string;
  role: string;
  created_at: string;
}

export interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
  updated_by: string;
}

/** Memories and rows of the outbox are named without a foreign key: history outlives them. */
export interface WriteAuditTable {
  id: Generated<number>;
  at: string;
  correlation_id: string;
  actor: string;
  tool: string;
  action: string;
  space: string | null;
  reason: string | null;
  rule: string | null;
  memory_id: string | null;
  outbox_id: number | null;
  /** JSON. */
  evidence: string | null;
  detail: string | null;
}

export interface OutboxMemoryTable {
  id: Generated<number>;
  idempotency_key: string;
  /** JSON: the memory to add. */
  payload: string;
  status: string;
  /** Tries that failed. */
  attempts: number;
  next_attempt_at: string;
  /** Who is sending it, and until when that is believed. */
  lease_owner: string | null;
  lease_until: string | null;
  last_error: string | null;
  memory_id: string | null;
  correlation_id: string;
  /** Which OpenMemory it is for; null: any. */
  destination: string | null;
  created_at: string;
  updated_at: string;
}

export interface KnowledgeCandidatesTable {
  id: Generated<number>;
  space: string;
  actor: string;
  kind: string | null;
  content: string;
  /** SHA-256 of the content, in hexadecimal. */
  content_hash: string;
  created_at: string;
  outbox_id: number;
  memory_id: string | null;
}

/** The bytes are a file that is named by the hash. */
export interface EvidenceTable {
  sha256: string;
  size: number;
  mime: string;
  created_at: string;
  created_by: string;
}

/** All tables of the logbook. Times are ISO 8601 and JSON is text: the same on both databases. */
export interface LogbookDatabase {
  users: UsersTable;
  settings: SettingsTable;
  write_audit: WriteAuditTable;
  outbox_memory: OutboxMemoryTable;
  knowledge_candidates: KnowledgeCandidatesTable;
  evidence: EvidenceTable;
}
