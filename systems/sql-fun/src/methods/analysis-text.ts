import { align } from '../text/index.js';
import type { ToldAnalysis, ToldStatement } from './told-analysis.js';
import { problemText } from './told-problem.js';

/** An analysis as text. */
export function analysisText({ statements }: ToldAnalysis): string {
  if (statements.length === 0) return 'There is no statement in it.';
  const many = statements.length > 1;
  return statements
    .map((statement, index) => statementText(statement, many ? `${index + 1}. ` : ''))
    .join('\n\n');
}

function statementText(statement: ToldStatement, number: string): string {
  const { kind, columns, parameters, problems } = statement;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const verdict = errors === 0 ? 'no errors' : errors === 1 ? '1 error' : `${errors} errors`;
  return [
    `${number}${kind}: ${verdict}`,
    ...problems.map(problemText),
    ...section(
      'Columns',
      columns.map(({ name, type, nullable }) => [
        `  ${name}`,
        type ?? '(type not known)',
        nullable === false ? 'not null' : '',
      ]),
    ),
    ...section(
      'Parameters',
      parameters.map(({ number, type }) => [`  $${number}`, type ?? '(type not known)']),
    ),
    ...section('Reads', statement.reads.map(touchedRow)),
    ...section('Writes', statement.writes.map(touchedRow)),
  ].join('\n');
}

function touchedRow({ namespace, name, columns }: ToldStatement['reads'][number]): string[] {
  return [`  ${namespace}.${name}`, columns.join(', ')];
}

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:`, align(rows)];
}
