import { analyze, type StatementAnalysis } from '@errata/sql-fun/analysis';
import type { Schema } from '@errata/sql-fun/schema';
import type { Described } from './described.js';
import { judge, type Verdict } from './verdict.js';

/** How our analysis of queries against a schema compares with what PostgreSQL says of them, by their names. */
export function compare(
  queries: readonly Described[],
  schema: Schema,
  path?: string,
): ReadonlyMap<string, Verdict> {
  const options = { schema, ...(path !== undefined && { path: [path] }) };
  return new Map(
    queries.map(({ name, sql, theirs }) => [
      name,
      judge(theirs, only(analyze(sql, options).statements)),
    ]),
  );
}

function only(statements: readonly StatementAnalysis[]): StatementAnalysis {
  if (statements.length !== 1) throw new Error(`${statements.length} statements, not one.`);
  return statements[0]!;
}
