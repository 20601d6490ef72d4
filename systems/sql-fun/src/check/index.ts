import * as options from './options.js';
import { runSqlCheck } from './run-check.js';
import { runSqlDescribe } from './run-describe.js';
import { runSqlSchemaDiff, runSqlSchemaList } from './run-schema.js';

export { CannotRun, type CheckIo } from './check-io.js';
export type { Judge, JudgeOptions, OpenJudge } from './judge.js';
export type { OptionRow } from './options.js';

/** The commands of `errata sql`. */
export const COMMANDS = {
  check: { options: options.CHECK, run: runSqlCheck },
  describe: { options: options.DESCRIBE, run: runSqlDescribe },
  list: { options: options.LIST, run: runSqlSchemaList },
  diff: { options: options.DIFF, run: runSqlSchemaDiff },
} as const;
