export type { AuditCounts, AuditHour, AuditStats, Counts } from './audit-stats.js';
export type { Candidate, CandidateQuery, Candidates, NewCandidate } from './candidates.js';
export {
  MAX_EVIDENCE_BYTES,
  type Evidence,
  type EvidenceRecord,
  type GetEvidence,
  type NewEvidence,
  type PutEvidence,
} from './evidence.js';
export { EVIDENCE_MIMES, type EvidenceMime } from './evidence-mimes.js';
export type { Logbook, LogbookParts } from './logbook.js';
export { openLogbook, type LogbookOptions } from './open-logbook.js';
export type {
  ClaimOptions,
  NewOutboxRow,
  NextTry,
  Outbox,
  OutboxClaim,
  OutboxMemory,
  OutboxRow,
  OutboxStatus,
} from './outbox.js';
export type { AttemptCount, OutboxStats } from './outbox-stats.js';
export { SETTING_KEYS, type SettingKey, type Settings, type StoredSetting } from './settings.js';
export { toLogbookFault, type LogbookFaultOptions } from './to-logbook-fault.js';
export type { NewUser, User, UserRole, Users } from './users.js';
export type {
  AuditAction,
  AuditEntry,
  AuditEvent,
  AuditFilter,
  WriteAudit,
} from './write-audit.js';
