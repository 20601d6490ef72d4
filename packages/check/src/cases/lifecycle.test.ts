import { describe, expect, it } from 'vitest';
import { LIFECYCLE_BREAKAGES } from '../testing/broken-servers/lifecycle.js';
import { healthyVerdict } from '../testing/check-sample.js';

describe('a healthy server', () => {
  it.each(LIFECYCLE_BREAKAGES)(
    'is seen to keep $id where a broken one does not',
    async (broken) => {
      expect(await healthyVerdict(broken)).toBe('pass');
    },
  );
});
