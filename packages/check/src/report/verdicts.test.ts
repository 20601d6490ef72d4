import { expect, it } from 'vitest';
import { exchangeOf, reportOf, resultOf, targetOf } from './testing/build.js';
import { exitCodeOf, tallyCases, tallyText } from './findings.js';

it('counts a case once, by its worst revision; an unobserved case does not count as passed', () => {
  const of = (id: string, ...verdicts: Parameters<typeof resultOf>[0][]) =>
    verdicts.map((more) => resultOf({ id, ...more }));
  const tally = tallyCases([
    ...of('a', { verdict: 'pass' }, { verdict: 'fail' }),
    ...of('b', { verdict: 'pass' }, { verdict: 'not observed' }),
    ...of('c', { verdict: 'not applicable' }, { verdict: 'pass' }),
  ]);
  expect(tallyText(tally)).toBe('1 failed, 1 not observed, 1 passed');
});

const finding = {
  kind: 'missing field',
  era: '2025-11-25',
  code: -32010,
  why: 'x',
  exchange: exchangeOf([], []),
} as const;
const contract = (findings: readonly (typeof finding)[]) => ({ name: 'c', met: [], findings });
const clean = targetOf([
  resultOf(),
  ...(['declared', 'known', 'not applicable', 'not observed'] as const).map((verdict) =>
    resultOf({ verdict }),
  ),
]);
const failing = targetOf([resultOf({ verdict: 'fail' })]);
const warning = targetOf([resultOf({ verdict: 'warn' })]);
const gone = targetOf([], { unreachable: 'no' });

it.each([
  ['clean', reportOf([clean]), 0, 0],
  ['a failure', reportOf([clean, failing]), 1, 1],
  ['a warning', reportOf([clean, warning]), 0, 1],
  ['a contract that is kept', reportOf([{ ...clean, contract: contract([]) }]), 0, 0],
  ['a contract that is not', reportOf([{ ...clean, contract: contract([finding]) }]), 1, 1],
  ['a stale entry', reportOf([clean], { stale: [{ case: 'x' }] }), 1, 1],
  ['one that is not there', reportOf([failing, gone]), 2, 2],
] as const)('%s', (_, report, usual, strict) => {
  expect(exitCodeOf(report)).toBe(usual);
  expect(exitCodeOf(report, { strict: true })).toBe(strict);
});
