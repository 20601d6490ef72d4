import type { StatementAnalysis } from '@errata/sql-fun/query';
import type { Prepared } from './prepare.js';

/** How an analysis compares with what PostgreSQL says. */
export interface Verdict {
  /** What is different. */
  readonly differences: readonly string[];
  /** What the analysis says that it does not know. */
  readonly unknown: readonly string[];
}

/** Compare an analysis with PostgreSQL's description of a statement that it accepts. */
export function judge(theirs: Prepared & { ok: true }, ours: StatementAnalysis): Verdict {
  const differences: string[] = [];
  const unknown: string[] = [];
  for (const { severity, message } of ours.problems) {
    if (severity !== 'warning')
      (severity === 'error' ? differences : unknown).push(`says: ${message}`);
  }
  const compare = (what: string, expected: string | undefined, actual: string | undefined) => {
    if (actual === undefined && expected !== undefined) unknown.push(what);
    else if (actual !== expected) differences.push(`${what} is ${expected}, not ${actual}`);
  };
  const [expected, actual] = [theirs.columns, ours.columns];
  if (expected.length !== actual.length) {
    differences.push(`${expected.length} columns, not ${actual.length}`);
  } else {
    expected.forEach(({ name, type }, i) => {
      if (actual[i]!.name !== name) compare(`name of column ${i + 1}`, name, actual[i]!.name);
      compare(`type of column ${i + 1} (${name})`, type, actual[i]!.type);
    });
  }
  const numbers = new Map(ours.parameters.map((parameter) => [parameter.number, parameter]));
  if (Math.max(0, ...numbers.keys()) > theirs.parameters.length) {
    differences.push(`${theirs.parameters.length} parameters, not ${Math.max(...numbers.keys())}`);
  }
  theirs.parameters.forEach((type, i) => {
    const parameter = numbers.get(i + 1);
    if (parameter === undefined) differences.push(`parameter $${i + 1} is not seen`);
    else compare(`type of parameter $${i + 1}`, type, parameter.type);
  });
  return { differences, unknown };
}
