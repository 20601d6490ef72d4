import type {
  Analysis,
  StatementAnalysis,
} from '../../../../systems/sql-fun/src/query/analysis.js';
import type { Described, Prepared } from './described.js';
import type { DumpDatabase } from './use-database.js';

/** How an analysis compares with what PostgreSQL says. */
export interface Verdict {
  /** What is different. */
  readonly differences: readonly string[];
  /** What the analysis says that it does not know. */
  readonly unknown: readonly string[];
}

/** Compare an analysis with PostgreSQL's description of a statement that it accepts. */
export function compareAccepted(theirs: Prepared & { ok: true }, ours: StatementAnalysis): Verdict {
  const differences: string[] = [];
  const unknown: string[] = [];
  for (const { severity, message } of ours.problems) {
    if (severity !== 'warning')
      (severity === 'error' ? differences : unknown).push(`says: ${message}`);
  }
  const compare = (what: string, expected: string | undefined, actual: string | undefined) => {
    if (actual === undefined && expected !== undefined) unknown.push(what);
    else if (actual !== expected) differences.push(`${what} is ${expected}, not ${actual}`);
  };
  const [expected, actual] = [theirs.columns, ours.columns];
  if (expected.length !== actual.length) {
    differences.push(`${expected.length} columns, not ${actual.length}`);
  } else {
    expected.forEach(({ name, type }, i) => {
      if (actual[i]!.name !== name) compare(`name of column ${i + 1}`, name, actual[i]!.name);
      compare(`type of column ${i + 1} (${name})`, type, actual[i]!.type);
    });
  }
  const numbers = new Map(ours.parameters.map((parameter) => [parameter.number, parameter]));
  if (Math.max(0, ...numbers.keys()) > theirs.parameters.length) {
    differences.push(`${theirs.parameters.length} parameters, not ${Math.max(...numbers.keys())}`);
  }
  theirs.parameters.forEach((type, i) => {
    const parameter = numbers.get(i + 1);
    if (parameter === undefined) differences.push(`parameter $${i + 1} is not seen`);
    else compare(`type of parameter $${i + 1}`, type, parameter.type);
  });
  return { differences, unknown };
}

/** How our analysis of queries compares with what PostgreSQL says of them, by their names. */
export async function compare(
  queries: readonly Described[],
  database: DumpDatabase,
  path?: string,
): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const { name, sql, theirs } of queries) {
    verdicts.set(
      name,
      compareAccepted(theirs, only((await database.analyze(sql, path)).statements)),
    );
  }
  return verdicts;
}

function only(statements: readonly StatementAnalysis[]): StatementAnalysis {
  if (statements.length !== 1) throw new Error(`${statements.length} statements, not one.`);
  return statements[0]!;
}

/** Disagreements that are known, each with its reason; by the name of the query. */
export type Disagreements = Readonly<Record<string, string>>;

/** What came out of a comparison. */
interface Tally {
  readonly queries: number;
  readonly agree: number;
  /** Nothing is different, but not everything is known. */
  readonly unknown: readonly string[];
  /** Different, and not listed. */
  readonly different: readonly string[];
  /** Listed, and not different any more, or not among the queries at all. */
  readonly stale: readonly string[];
}

/** Count verdicts, given by the names of their queries. */
export function tally(verdicts: ReadonlyMap<string, Verdict>, listed: Disagreements = {}): Tally {
  const entries = [...verdicts];
  const differing = entries.filter(([, { differences }]) => differences.length > 0);
  const same = entries.filter(([, { differences }]) => differences.length === 0);
  const unknown = same.filter((entry) => entry[1].unknown.length > 0);
  return {
    queries: entries.length,
    agree: same.length - unknown.length,
    unknown: unknown.map(([name, verdict]) => `${name}: ${verdict.unknown.join('; ')}`),
    different: differing
      .filter(([name]) => !Object.hasOwn(listed, name))
      .map(([name, { differences }]) => `${name}: ${differences.join('; ')}`),
    stale: Object.keys(listed).filter((name) => !differing.some(([other]) => other === name)),
  };
}

/** Compare an analysis with why PostgreSQL refuses a statement: one of our errors has its SQLSTATE and its place. */
export function compareRefused(
  theirs: Prepared & { ok: false },
  { statements }: Analysis,
): Verdict {
  const problems = statements.flatMap((statement) => statement.problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    const notes = problems.map(({ message }) => message);
    return {
      differences: notes.length > 0 ? [] : [`nothing is found: ${theirs.message}`],
      unknown: notes,
    };
  }
  const said = errors.map(
    ({ sqlstate, place, message }) => `${sqlstate} at ${place?.offset}: ${message}`,
  );
  const isThere = errors.some(
    ({ sqlstate, place }) =>
      sqlstate === theirs.code && (theirs.offset === undefined || place?.offset === theirs.offset),
  );
  return {
    differences: isThere
      ? []
      : [`${theirs.code} at ${theirs.offset}: ${theirs.message}; not ${said.join('; ')}`],
    unknown: [],
  };
}
