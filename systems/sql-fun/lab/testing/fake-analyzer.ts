import type { Analyzer, ListedObject } from '../../src/check/check-io.js';
import type { Analysis, QueryProblem, StatementAnalysis } from '../../src/query/analysis.js';
import { SourceText } from '../../src/text/source-text.js';
import { splitStatements } from '../../src/text/split-statements.js';

export type Row = readonly [word: string, problem: Partial<QueryProblem>];

const MISSING: Partial<QueryProblem> = {
  reason: 'COLUMN_NOT_FOUND',
  sqlstate: '42703',
  target: 'column',
};

/** Problems by the words that cause them. */
export const ROWS: readonly Row[] = [
  ['emial', { ...MISSING, message: 'column "emial" does not exist', didYouMean: ['email'] }],
  ['nmae', { ...MISSING, message: 'column "nmae" does not exist' }],
  [
    'DELETE FROM users',
    { severity: 'warning', code: 'no_where', message: 'DELETE without WHERE.' },
  ],
  ["'wrong", { code: 'type_mismatch', reason: 'WRONG_TYPE', message: 'invalid input' }],
  ['FORM', { code: 'syntax', reason: 'INVALID_SQL', sqlstate: '42601', message: 'syntax error' }],
  ['FROM $', { code: 'syntax', reason: 'INVALID_SQL', sqlstate: '42601', message: 'syntax error' }],
  [
    'nope()',
    { severity: 'note', code: 'unresolved', message: 'The function may come from an extension.' },
  ],
];

export interface FakeOptions {
  readonly rows?: readonly Row[];
  readonly objects?: readonly ListedObject[];
  readonly onClose?: () => void;
}

/** An analyzer that finds the words of its rows. `asked` has all texts that it got. */
export function fakeAnalyzer({ rows = ROWS, objects = [], onClose }: FakeOptions = {}) {
  const asked: string[] = [];
  const analyzer: Analyzer = {
    analyze: async (sql) => {
      asked.push(sql);
      if (sql.includes('die')) throw new Error('the worker ended');
      return analysis(sql, rows);
    },
    list: async () => objects,
    close: async () => onClose?.(),
  };
  return { analyzer, asked };
}

function analysis(sql: string, rows: readonly Row[]): Analysis {
  const source = new SourceText(sql);
  return {
    statements: splitStatements(sql).map(({ start, end }): StatementAnalysis => {
      const text = sql.slice(start, end);
      const problems = rows.flatMap(([word, facts]): QueryProblem[] => {
        const at = text.indexOf(word);
        if (at === -1) return [];
        const offset = start + at + (word === 'FROM $' ? 5 : 0);
        const known = {
          code: 'not_found',
          severity: 'error',
          target: 'column',
          name: word,
          message: word,
        } as const;
        return [{ ...known, ...facts, place: source.placeAt(offset) }];
      });
      const parameters = [...new Set(text.match(/\$\d+/g) ?? [])].map((one) => ({
        number: Number(one.slice(1)),
        type: 'integer',
      }));
      return {
        kind: text.split(/\s/, 1)[0]!.toLowerCase(),
        columns: [{ name: 'id', type: 'integer', nullable: false }],
        reads: [{ schema: 'public', name: 'users', columns: ['id'] }],
        ...{ writes: [], parameters, problems },
      };
    }),
  };
}
