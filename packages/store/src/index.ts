export type { Migration } from './migrate.js';
export { openStore, type StoreOptions } from './open-store.js';
export type { Store, StoreDialect } from './store.js';
export { createMigrations, type TableSteps, type TablesOf } from './tables.js';
export { uniqueViolation, type UniqueViolation } from './unique-violation.js';
export {
  sql,
  type ColumnType,
  type Expression,
  type ExpressionBuilder,
  type Generated,
  type Insertable,
  type Kysely,
  type Selectable,
  type SqlBool,
  type Transaction,
  type Updateable,
} from 'kysely';
