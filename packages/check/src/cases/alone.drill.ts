import { describe, expect, it } from 'vitest';
import { needsOthers } from '../case.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import { CASES } from './cases.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

describe('a case that does not go by others', () => {
  it('comes to the same when it runs alone', async () => {
    const alone = CASES.filter((each) => !needsOthers(each));
    const together = resultsOf(await checkSample(WHERE));
    const differing: string[] = [];
    for (const each of alone) {
      const [result] = resultsOf(await checkSample(WHERE, undefined, { cases: [each] }));
      const before = together.find(({ id }) => id === each.id);
      if (result?.verdict !== before?.verdict)
        differing.push(`${each.id}: ${result?.verdict} alone, ${before?.verdict} with all others`);
    }
    expect(differing).toEqual([]);
  });
});
