export { MIGRATIONS } from './migrations.js';
export { openDatabase } from './open-database.js';
export type {
  AuditEventsTable,
  Bit,
  CredentialsTable,
  DevicesTable,
  PlanOutcomesTable,
  PlansTable,
  RouterosDatabase,
} from './schema.js';
