import { analyze, loadParser } from '../analysis/index.js';
import { beyondParser } from './beyond-parser.js';
import { defineMethod } from './define-method.js';
import { list, object, SCHEMA_ID, SQL, TEXT } from './json-schemas.js';
import { problemFault } from './problem-fault.js';
import { problemText, TOLD_PROBLEM, toldProblem, type ToldProblem } from './told-problem.js';

interface Result {
  readonly valid: true;
  readonly statements: readonly { readonly kind: string }[];
  readonly unresolved: readonly ToldProblem[];
}

/** Whether a query is right; the first thing that is wrong is thrown. */
export const validateQuery = defineMethod<{ sql: string; schema?: string }, Result>({
  name: 'validate_query',
  title: 'Check a query',
  description:
    'Checks SQL against the schema without running it: syntax, names of tables, columns and functions, types. Fails with the ' +
    'first thing that is wrong; use it as the last check of a query. analyze_query tells all problems at once, and the ' +
    'types of the result.',
  inputSchema: object({ sql: SQL, schema: SCHEMA_ID }, ['schema']),
  outputSchema: object({
    valid: { const: true },
    statements: list(object({ kind: TEXT })),
    unresolved: { ...list(TOLD_PROBLEM), description: 'What could not be checked.' },
  }),
  async run({ sql, schema: id }, context) {
    await loadParser();
    const { id: selected, schema } = await context.schema(id);
    const { path, exposure } = context;
    const { statements } = beyondParser('params.sql', () =>
      analyze(sql, { schema, path, ...(exposure && { exposure }) }),
    );
    const problems = statements.flatMap((statement) => statement.problems);
    const first = problems.find(({ severity }) => severity === 'error');
    if (first !== undefined) throw problemFault(first, 'params.sql', selected);
    return {
      valid: true,
      statements: statements.map(({ kind }) => ({ kind })),
      unresolved: problems.map(toldProblem),
    };
  },
  toText({ statements, unresolved }) {
    const kinds = statements.map(({ kind }) => kind).join(', ');
    const head = statements.length === 0 ? 'Valid: no statement.' : `Valid: ${kinds}.`;
    if (unresolved.length === 0) return head;
    return [`${head} Not checked:`, ...unresolved.map(problemText)].join('\n');
  },
});
