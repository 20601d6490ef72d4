import { isFault } from '@errata/core/fault';
import { analyze, type StatementAnalysis } from '../analysis/index.js';
import type { Exposure } from '../policy/index.js';
import type { Relation, Schema } from '../schema/index.js';
import { SourceText, splitStatements } from '../text/index.js';
import type { ToldSchemaProblem } from './schema-problems.js';

/** What does not resolve in the views of a schema; `text` is that of its dump. */
export function viewProblems(
  schema: Schema,
  text: string,
  exposure: Exposure | undefined,
): readonly ToldSchemaProblem[] {
  const views = [...schema.namespaces.values()]
    .flatMap(({ relations }) => [...relations.values()])
    .filter((view) => view.definition !== undefined)
    .filter(({ schema: namespace, name }) => exposure?.allColumns(namespace, name) ?? true);
  if (views.length === 0) return [];
  const byLine = statementsByLine(text);
  return views.flatMap((view) => problemsOf(view, byLine.get(view.line), schema, exposure));
}

/** The statements of a text by the lines that they begin on. */
function statementsByLine(text: string): ReadonlyMap<number, string> {
  const source = new SourceText(text);
  return new Map(
    splitStatements(text).map(({ start, end }) => [
      source.placeAt(start).line,
      text.slice(start, end),
    ]),
  );
}

function problemsOf(
  view: Relation,
  statement: string | undefined,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly ToldSchemaProblem[] {
  if (statement === undefined) return [];
  return analysed(statement, view, schema, exposure)
    .flatMap(({ problems }) => problems)
    .map(({ severity, message, place }) => ({
      severity,
      message,
      name: `${view.schema}.${view.name}`,
      line: view.line + (place?.line ?? 1) - 1,
    }));
}

function analysed(
  statement: string,
  view: Relation,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly StatementAnalysis[] {
  const { path } = view.definition!;
  try {
    return analyze(statement, { schema, path, ...(exposure && { exposure }) }).statements;
  } catch (error) {
    // It names something that may not be seen: whether that is there is not told either.
    if (isFault(error) && error.reason === 'MCP_NOT_ALLOWED') return [];
    throw error;
  }
}
