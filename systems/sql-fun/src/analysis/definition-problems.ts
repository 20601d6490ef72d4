import type { Exposure } from '../policy/index.js';
import type { Relation, Schema } from '../schema/index.js';
import type { Problem } from './analysis.js';
import { StatementSession, TooDeep } from './session.js';
import { analyzer } from './statement-analyzer.js';

/** What does not resolve in the definition of a view. Its text is that of a dump: where in it is not told. */
export function definitionProblems(
  { definition }: Relation,
  schema: Schema,
  exposure?: Exposure,
): readonly Pick<Problem, 'severity' | 'message'>[] {
  if (definition === undefined) return [];
  const session = new StatementSession({ schema, path: definition.path, exposure });
  try {
    analyzer.query(definition.query, { session, outer: undefined, ctes: undefined });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return [{ severity: 'note', message: 'It is nested too deeply to be checked.' }];
  }
  return [...session.found.values()].map(({ code, message }) => ({
    severity: code === 'unresolved' ? 'note' : 'error',
    message,
  }));
}
