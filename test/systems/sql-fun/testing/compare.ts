import type { StatementAnalysis } from '@errata/sql-fun/query';
import type { Described } from './described.js';
import type { DumpDatabase } from './use-dump-database.js';
import { judge, type Verdict } from './verdict.js';

/** How our analysis of queries compares with what PostgreSQL says of them, by their names. */
export async function compare(
  queries: readonly Described[],
  database: DumpDatabase,
  path?: string,
): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const { name, sql, theirs } of queries) {
    verdicts.set(name, judge(theirs, only((await database.analyze(sql, path)).statements)));
  }
  return verdicts;
}

function only(statements: readonly StatementAnalysis[]): StatementAnalysis {
  if (statements.length !== 1) throw new Error(`${statements.length} statements, not one.`);
  return statements[0]!;
}
