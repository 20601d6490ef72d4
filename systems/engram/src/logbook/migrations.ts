import type { Migration } from '@errata/store';
import { createGovernanceTables } from './migrations/create-governance-tables.js';
import { createKnowledgeTables } from './migrations/create-knowledge-tables.js';
import { createOutbox } from './migrations/create-outbox.js';
import { createWriteAudit } from './migrations/create-write-audit.js';

/** How the tables came to be, in order of the names. What was released is never changed, only added to. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_governance': createGovernanceTables,
  '0002_write_audit': createWriteAudit,
  '0003_outbox': createOutbox,
  '0004_knowledge': createKnowledgeTables,
};
