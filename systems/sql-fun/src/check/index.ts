import { CHECK_FORMATS, PARAMETER_STYLES, type RunCommand } from './check-io.js';
import { runSqlCheck } from './run-check.js';
import { runSqlDescribe, runSqlSchemaDiff, runSqlSchemaList } from './run-schema.js';

export { CannotRun } from './check-io.js';
export type { CheckIo, Analyzer, AnalyzerOptions, OpenAnalyzer } from './check-io.js';

/** An option as Commander writes it; its value may be one of several, a whole number in a range, or be given several times. */
export type CheckOptionRow = readonly [
  flags: string,
  help: string,
  value?: readonly string[] | { readonly min: number; readonly max: number } | 'repeated',
];

const VERSION_HELP = "the server's major version (default: the dump's)";
const SERVER_VERSION: CheckOptionRow = ['--server-version <n>', VERSION_HELP, { min: 10, max: 99 }];

const SCHEMA: readonly CheckOptionRow[] = [
  ['--schema <file>', 'the schema, as pg_dump -s writes it'],
  ['--config <file>', 'a sql-fun.toml that names the schema'],
  SERVER_VERSION,
];

const SOURCE: readonly CheckOptionRow[] = [
  ['--params <style>', 'how parameters are written (default auto)', PARAMETER_STYLES],
  ['--tag <name>', 'tag of SQL templates in TypeScript and JavaScript (default sql)', 'repeated'],
];

const FORMAT = ['--format <format>', 'how to print it (default text)'] as const;
const TEXT_OR_JSON: CheckOptionRow = [...FORMAT, ['text', 'json']];

const CHECK: readonly CheckOptionRow[] = [
  [...FORMAT, CHECK_FORMATS],
  ['--quiet', 'show errors only'],
  ['--notes', 'also show what was skipped or could not be checked'],
  ['--max-warnings <n>', 'fail on more warnings than this', { min: 0, max: 1_000_000 }],
  ['--baseline <file>', 'known findings, which do not fail'],
  ['--update-baseline', 'write the findings of this run to the baseline'],
  ['--watch', 'check again when a file changes'],
];

const command = (run: RunCommand, ...options: readonly CheckOptionRow[]) => ({ run, options });

export const COMMANDS = {
  check: command(runSqlCheck, ...SCHEMA, ...SOURCE, ...CHECK),
  describe: command(runSqlDescribe, ...SCHEMA, ...SOURCE, TEXT_OR_JSON),
  list: command(runSqlSchemaList, ...SCHEMA, TEXT_OR_JSON),
  diff: command(runSqlSchemaDiff, SERVER_VERSION, ...SOURCE, TEXT_OR_JSON),
};
