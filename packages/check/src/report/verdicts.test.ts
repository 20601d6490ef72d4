import { expect, it } from 'vitest';
import { resultOf } from './testing/build.js';
import { tallyCases, tallyText } from './verdicts.js';

it('counts a case once, by its worst revision; what was not observed is no pass', () => {
  const of = (id: string, ...verdicts: Parameters<typeof resultOf>[0][]) =>
    verdicts.map((more) => resultOf({ id, ...more }));
  const tally = tallyCases([
    ...of('a', { verdict: 'pass' }, { verdict: 'fail' }),
    ...of('b', { verdict: 'pass' }, { verdict: 'not observed' }),
    ...of('c', { verdict: 'not applicable' }, { verdict: 'pass' }),
  ]);
  expect(tallyText(tally)).toBe('1 failed, 1 not observed, 1 passed');
});
