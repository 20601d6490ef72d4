import { isFault } from '@errata/core/fault';
import { definitionProblems } from '../analysis/index.js';
import type { Exposure } from '../policy/index.js';
import type { Relation, Schema } from '../schema/index.js';
import type { ToldSchemaProblem } from './schema-problems.js';

/** What does not resolve in the views of a schema. */
export function viewProblems(
  schema: Schema,
  exposure: Exposure | undefined,
): readonly ToldSchemaProblem[] {
  return [...schema.namespaces.values()]
    .flatMap(({ relations }) => [...relations.values()])
    .filter(({ schema: namespace, name }) => exposure?.allColumns(namespace, name) ?? true)
    .flatMap((view) => problemsOf(view, schema, exposure));
}

function problemsOf(
  view: Relation,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly ToldSchemaProblem[] {
  const about = { name: `${view.schema}.${view.name}`, line: view.line };
  try {
    return definitionProblems(view, schema, exposure).map((problem) => ({ ...problem, ...about }));
  } catch (error) {
    // It names something that may not be seen: whether that is there is not told either.
    if (isFault(error) && error.reason === 'MCP_NOT_ALLOWED') return [];
    throw error;
  }
}
