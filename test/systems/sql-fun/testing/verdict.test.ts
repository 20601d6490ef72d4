import type { StatementAnalysis } from '../../../../systems/sql-fun/src/query/analysis.js';
import { expect, it } from 'vitest';
import { compareAccepted, compareRefused, tally } from './verdict.js';

const theirs = {
  ok: true,
  parameters: ['bigint'],
  columns: [
    { name: 'id', type: 'bigint' },
    { name: 'n', type: 'text' },
  ],
} as const;

const ours: StatementAnalysis = {
  kind: 'select',
  columns: theirs.columns.map((column) => ({ ...column, nullable: 'unknown' })),
  reads: [],
  writes: [],
  parameters: [{ number: 1, type: 'bigint' }],
  problems: [],
};

const nullable = 'unknown';
const id = { name: 'id', type: 'bigint', nullable } as const;
const error = { code: 'not_found', severity: 'error', target: 'column', name: 'x' } as const;

it.each<
  [what: string, change: Partial<StatementAnalysis>, differences: string[], unknown: string[]]
>([
  ['nothing', {}, [], []],
  [
    'a type',
    { columns: [id, { name: 'n', type: 'name', nullable }] },
    ['type of column 2 (n) is text, not name'],
    [],
  ],
  [
    'a name',
    { columns: [id, { name: 'm', type: 'text', nullable }] },
    ['name of column 2 is n, not m'],
    [],
  ],
  ['the number of columns', { columns: [id] }, ['2 columns, not 1'], []],
  ['a parameter that is missing', { parameters: [] }, ['parameter $1 is not seen'], []],
  [
    'the type of a parameter',
    { parameters: [{ number: 1, type: 'text' }] },
    ['type of parameter $1 is bigint, not text'],
    [],
  ],
  ['an error', { problems: [{ ...error, message: 'No.' }] }, ['says: No.'], []],
  [
    'a type that is not known',
    { columns: [id, { name: 'n', nullable }] },
    [],
    ['type of column 2 (n)'],
  ],
])('a comparison sees %s', (_, change, differences, unknown) => {
  expect(compareAccepted(theirs, { ...ours, ...change })).toEqual({ differences, unknown });
});

it.each([
  ['the same', '42703', 7, 0],
  ['another kind', '42702', 7, 1],
  ['another place', '42703', 8, 1],
] as const)('of what is refused it sees %s', (_, sqlstate, offset, differences) => {
  const place = { offset, line: 1, column: offset + 1 };
  const problems = [{ ...error, sqlstate, message: 'No.', place }];
  const refused = { ok: false, code: '42703', message: 'No.', offset: 7 } as const;
  const verdict = compareRefused(refused, { statements: [{ ...ours, problems }] });
  expect(verdict.differences).toHaveLength(differences);
  expect(compareRefused(refused, { statements: [ours] }).differences).toHaveLength(1);
});

it('disagreements are counted as listed, not listed, and listed for nothing', () => {
  const verdicts = new Map([
    ['a', { differences: [], unknown: [] }],
    ['b', { differences: ['x'], unknown: [] }],
    ['c', { differences: ['y'], unknown: [] }],
    ['d', { differences: [], unknown: ['z'] }],
  ]);
  expect(tally(verdicts, { a: 'because', b: 'because', e: 'because' })).toEqual({
    queries: 4,
    agree: 1,
    unknown: ['d: z'],
    different: ['c: y'],
    stale: ['a', 'e'],
  });
});
