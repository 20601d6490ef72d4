import type { Analysis, StatementAnalysis, Touched } from '../query/index.js';
import type { JsonSchema } from '@errata/kit';
import { COUNT, list, NAMES, object, TEXT } from './json-schemas.js';
import { TOLD_PROBLEM, toldProblem, type ToldProblem } from './told-problem.js';

interface ToldTouched {
  readonly namespace: string;
  readonly name: string;
  readonly columns: readonly string[];
}

interface ToldColumn {
  readonly name: string;
  readonly type?: string;
  readonly nullable: boolean | 'unknown';
}

/** The analysis of a statement as it is told. */
export interface ToldStatement {
  readonly kind: string;
  readonly columns: readonly ToldColumn[];
  readonly reads: readonly ToldTouched[];
  readonly writes: readonly ToldTouched[];
  readonly parameters: readonly { readonly number: number; readonly type?: string }[];
  readonly problems: readonly ToldProblem[];
}

/** What analyze_query answers. */
export interface ToldAnalysis {
  readonly valid: boolean;
  readonly statements: readonly ToldStatement[];
}

const TOUCHED = list(object({ namespace: TEXT, name: TEXT, columns: NAMES }));
const TYPE = { ...TEXT, description: "PostgreSQL's spelling; missing where it is not known." };

const NULLABLE = {
  enum: [true, false, 'unknown'],
  description: 'false: it is never NULL; unknown: that could not be proved.',
};

export const TOLD_STATEMENT: JsonSchema = object({
  kind: TEXT,
  columns: {
    ...list(object({ name: TEXT, type: TYPE, nullable: NULLABLE }, ['type'])),
    description: 'Of the result.',
  },
  reads: TOUCHED,
  writes: TOUCHED,
  parameters: list(object({ number: COUNT, type: TYPE }, ['type'])),
  problems: list(TOLD_PROBLEM),
});

export function toldAnalysis(
  analysis: Analysis,
  { excerpts = true }: { readonly excerpts?: boolean } = {},
): ToldAnalysis {
  const statements = analysis.statements.map((each) => toldStatement(each, excerpts));
  const problems = statements.flatMap((statement) => statement.problems);
  return { valid: problems.every(({ severity }) => severity !== 'error'), statements };
}

function toldStatement(statement: StatementAnalysis, excerpts: boolean): ToldStatement {
  const { kind, columns, parameters } = statement;
  return {
    kind,
    columns: columns.map(({ name, type, nullable }) => ({
      ...{ name, ...(type !== undefined && { type }), nullable },
    })),
    reads: statement.reads.map(toldTouched),
    writes: statement.writes.map(toldTouched),
    parameters: parameters.map(({ number, type }) => ({
      number,
      ...(type !== undefined && { type }),
    })),
    problems: statement.problems.map((problem) => {
      const { excerpt, ...told } = toldProblem(problem);
      return excerpts && excerpt !== undefined ? { ...told, excerpt } : told;
    }),
  };
}

function toldTouched({ schema, name, columns }: Touched): ToldTouched {
  return { namespace: schema, name, columns };
}
