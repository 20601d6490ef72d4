import { describe, expect, it } from 'vitest';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import { CASES } from './cases.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

describe('what others were run for', () => {
  it('is all that is reported', async () => {
    const cases = CASES.filter(({ id }) => id === 'errata/leaks/stack-trace');
    const alone = resultsOf(await checkSample(WHERE, undefined, { cases }));
    const results = resultsOf(await checkSample(WHERE, undefined, { cases, context: CASES }));
    expect(alone.map(({ verdict }) => verdict)).toEqual(['not observed']);
    expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['errata/leaks/stack-trace', 'not observed'],
    ]);
  });
});
