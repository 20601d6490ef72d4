import { analyzeText } from './analyze-text.js';
import { defineMethod } from './define-method.js';
import { list, object, SCHEMA_ID, SQL, TEXT } from './json-schemas.js';
import type { Problem } from '../query/index.js';
import { problemFault } from './problem-fault.js';
import { problemText, TOLD_PROBLEM, toldProblem, type ToldProblem } from './told-problem.js';

interface Result {
  readonly valid: true;
  readonly statements: readonly { readonly kind: string }[];
  readonly unresolved: readonly ToldProblem[];
  readonly warnings: readonly ToldProblem[];
}

const of = (problems: readonly Problem[], severity: Problem['severity']) =>
  problems.filter((problem) => problem.severity === severity).map(toldProblem);

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
    warnings: { ...list(TOLD_PROBLEM), description: 'Valid SQL that is likely a mistake.' },
  }),
  async run({ sql, schema: id }, context) {
    const loaded = await context.schema(id);
    const { statements } = await analyzeText(sql, 'params.sql', loaded, context, true);
    const problems = statements.flatMap((statement) => statement.problems);
    const first = problems.find(({ severity }) => severity === 'error');
    if (first !== undefined) throw problemFault(first, 'params.sql', loaded.id);
    return {
      valid: true,
      statements: statements.map(({ kind }) => ({ kind })),
      unresolved: of(problems, 'note'),
      warnings: of(problems, 'warning'),
    };
  },
  toText({ statements, unresolved, warnings }) {
    const kinds = statements.map(({ kind }) => kind).join(', ');
    const head = statements.length === 0 ? 'Valid: no statement.' : `Valid: ${kinds}.`;
    return [head, ...[...warnings, ...unresolved].map(problemText)].join('\n');
  },
});
