import { describe, expect, it } from 'vitest';
import { LIFECYCLE_BREAKAGES } from '../../testing/breakages/lifecycle.js';
import { checkSample, resultsOf } from '../../testing/check-sample.js';
import { LIFECYCLE_CASES } from './index.js';

describe('a healthy server', () => {
  it.each(LIFECYCLE_BREAKAGES)(
    'is seen to keep $id where a broken one does not',
    async (broken) => {
      const { offer } = broken.breaks({
        clock: { now: () => 0, sleep: () => Promise.resolve() },
        secrets: [],
      });
      const healthy = { ...broken, breaks: () => ({ ...(offer && { offer }) }) };
      const cases = LIFECYCLE_CASES.filter(({ id }) => id === broken.id);
      const [result] = resultsOf(await checkSample(broken, healthy, { cases }));
      expect(result).toMatchObject({ id: broken.id, verdict: 'pass' });
    },
  );
});
