import type { Problem } from '../query/index.js';
import type { JsonSchema } from '@errata/kit';
import { didYouMean, withoutPeriod } from './did-you-mean.js';
import { COUNT, NAMES, object, TEXT } from './json-schemas.js';

/** A problem of a query as it is told. */
export interface ToldProblem {
  readonly code: string;
  readonly severity: Problem['severity'];
  readonly reason?: string;
  readonly sqlstate?: string;
  readonly target: string;
  readonly name: string;
  readonly message: string;
  readonly table?: string;
  readonly did_you_mean?: readonly string[];
  readonly line?: number;
  readonly column?: number;
  readonly excerpt?: string;
}

export const TOLD_PROBLEM: JsonSchema = object(
  {
    code: TEXT,
    severity: {
      enum: ['error', 'warning', 'note'],
      description:
        'An error is wrong; a warning is valid SQL that is likely a mistake; a note could not be checked.',
    },
    reason: { ...TEXT, description: 'The name of the failure that validate_query answers with.' },
    sqlstate: { ...TEXT, description: "PostgreSQL's code, such as 42703." },
    target: { ...TEXT, description: 'What kind of thing it is about: table, column, …' },
    name: TEXT,
    message: TEXT,
    table: { ...TEXT, description: 'The table of a column that is missing.' },
    did_you_mean: NAMES,
    line: { ...COUNT, description: 'From 1.' },
    column: { ...COUNT, description: 'From 1.' },
    excerpt: { ...TEXT, description: 'The line, with a caret under the place.' },
  },
  ['reason', 'sqlstate', 'table', 'did_you_mean', 'line', 'column', 'excerpt'],
);

export function toldProblem(problem: Problem): ToldProblem {
  const { code, severity, reason, sqlstate, target, name, message, table, place, excerpt } =
    problem;
  const near = problem.didYouMean ?? [];
  return {
    code,
    severity,
    ...(reason !== undefined && { reason }),
    ...(sqlstate !== undefined && { sqlstate }),
    target,
    name,
    message,
    ...(table !== undefined && { table }),
    ...(near.length > 0 && { did_you_mean: near }),
    ...(place !== undefined && { line: place.line, column: place.column }),
    ...(excerpt !== undefined && { excerpt }),
  };
}

/** A problem as text: what it is, and the line with the caret. */
export function problemText(problem: ToldProblem): string {
  const { severity, message, line, column, excerpt } = problem;
  const where =
    line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`;
  const head = `${severity}: ${withoutPeriod(message)}${where}${didYouMean(problem.did_you_mean)}`;
  return excerpt === undefined ? head : `${head}\n${excerpt}`;
}
