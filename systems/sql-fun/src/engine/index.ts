export {
  DamagedSnapshot,
  Postgres,
  TIER_UP,
  type DescribeOptions,
  type PostgresOptions,
} from './postgres.js';
export type { Described, PgError, ResultColumn } from './protocol.js';
export { openSnapshot, type Notes } from './snapshot.js';
