export { CannotRun, type CheckExit, type CheckIo, type Colors } from './check-io.js';
export type {
  Judge,
  JudgeOptions,
  ListedColumn,
  ListedObject,
  OpenJudge,
  SchemaListing,
} from './judge.js';
export {
  CHECK_OPTIONS,
  DESCRIBE_OPTIONS,
  SCHEMA_DIFF_OPTIONS,
  SCHEMA_LIST_OPTIONS,
  type OptionRow,
  type SqlFlags,
} from './options.js';
export { runSqlCheck } from './run-check.js';
export { runSqlDescribe } from './run-describe.js';
export { runSqlSchemaDiff, runSqlSchemaList } from './run-schema.js';
