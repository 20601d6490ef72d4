import type { Migration } from '@errata/store';
import { addPlanWarnings } from './migrations/add-plan-warnings.js';
import { createAuditEvents } from './migrations/create-audit-events.js';
import { createPlans } from './migrations/create-plans.js';
import { createRegistryTables } from './migrations/create-registry-tables.js';

/** How the tables came to be, in order of the names. What was released is never changed, only added to. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_registry': createRegistryTables,
  '0002_audit': createAuditEvents,
  '0003_plans': createPlans,
  '0004_plan_warnings': addPlanWarnings,
};
