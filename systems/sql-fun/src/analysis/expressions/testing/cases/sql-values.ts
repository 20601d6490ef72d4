import type { ExpressionCase } from './case-types.js';

export const SQL_VALUE_CASES: readonly ExpressionCase[] = [
  ['CURRENT_DATE', 'date', 'current_date'],
  ['CURRENT_TIME', 'time with time zone', 'current_time'],
  ['CURRENT_TIME(2)', 'time(2) with time zone', 'current_time'],
  ['CURRENT_TIMESTAMP', 'timestamp with time zone', 'current_timestamp'],
  ['CURRENT_TIMESTAMP(3)', 'timestamp(3) with time zone', 'current_timestamp'],
  ['CURRENT_TIMESTAMP(0)', 'timestamp(0) with time zone', 'current_timestamp'],
  ['LOCALTIME', 'time without time zone', 'localtime'],
  ['LOCALTIME(1)', 'time(1) without time zone', 'localtime'],
  ['LOCALTIMESTAMP', 'timestamp without time zone', 'localtimestamp'],
  ['LOCALTIMESTAMP(6)', 'timestamp(6) without time zone', 'localtimestamp'],
  ['CURRENT_USER', 'name', 'current_user'],
  ['CURRENT_ROLE', 'name', 'current_role'],
  ['SESSION_USER', 'name', 'session_user'],
  ['USER', 'name', 'user'],
  ['CURRENT_CATALOG', 'name', 'current_catalog'],
  ['CURRENT_SCHEMA', 'name', 'current_schema'],
  ['SYSTEM_USER', 'text', 'system_user'],
];
