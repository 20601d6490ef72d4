export {
  DamagedSnapshot,
  Postgres,
  type DescribeOptions,
  type PostgresOptions,
} from './postgres.js';
export type { Described, PgError, ResultColumn } from './protocol.js';
export { openSnapshot, type Notes } from './snapshot.js';
