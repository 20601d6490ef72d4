import { CHECK_FORMATS, PARAMETER_STYLES, type RunCommand } from './check-io.js';
import { runSqlCheck } from './run-check.js';
import { runSqlDescribe, runSqlSchemaDiff, runSqlSchemaList } from './run-schema.js';

export {
  CannotRun,
  type CheckIo,
  type Judge,
  type JudgeOptions,
  type OpenJudge,
} from './check-io.js';

/** An option of a command, as the command line declares it. */
export interface OptionRow {
  readonly name: string;
  /** What its value is called; an option without one is a switch. */
  readonly value?: string;
  readonly help: string;
  readonly choices?: readonly string[];
  /** The value is a whole number in this range. */
  readonly range?: { readonly min: number; readonly max: number };
  /** It may be given several times. */
  readonly repeated?: boolean;
}

const SERVER_VERSION: OptionRow = {
  ...{ name: 'server-version', value: 'n', range: { min: 10, max: 99 } },
  help: "the server's major version (default: the dump's)",
};

const SCHEMA: readonly OptionRow[] = [
  { name: 'schema', value: 'file', help: 'the schema, as pg_dump -s writes it' },
  { name: 'config', value: 'file', help: 'a sql-fun.toml that names the schema' },
  SERVER_VERSION,
];

const SOURCE: readonly OptionRow[] = [
  {
    ...{ name: 'params', value: 'style', choices: PARAMETER_STYLES },
    help: 'how parameters are written (default auto)',
  },
  {
    ...{ name: 'tag', value: 'name', repeated: true },
    help: 'tag of SQL templates in TypeScript and JavaScript (default sql)',
  },
];

const format = (...choices: readonly string[]): OptionRow => ({
  ...{ name: 'format', value: 'format', choices, help: 'how to print it (default text)' },
});

const CHECK: readonly OptionRow[] = [
  format(...CHECK_FORMATS),
  { name: 'quiet', help: 'show errors only' },
  { name: 'notes', help: 'also show what was skipped or could not be checked' },
  {
    ...{ name: 'max-warnings', value: 'n', range: { min: 0, max: 1_000_000 } },
    help: 'fail on more warnings than this',
  },
  { name: 'baseline', value: 'file', help: 'known findings, which do not fail' },
  { name: 'update-baseline', help: 'write the findings of this run to the baseline' },
  { name: 'watch', help: 'check again when a file changes' },
];

const command = (run: RunCommand, ...options: readonly OptionRow[]) => ({ run, options });

/** The commands of `errata sql`. */
export const COMMANDS = {
  check: command(runSqlCheck, ...SCHEMA, ...SOURCE, ...CHECK),
  describe: command(runSqlDescribe, ...SCHEMA, ...SOURCE, format('text', 'json')),
  list: command(runSqlSchemaList, ...SCHEMA, format('text', 'json')),
  diff: command(runSqlSchemaDiff, SERVER_VERSION, ...SOURCE, format('text', 'json')),
} as const;
