import { describe, expect, it } from 'vitest';
import { CASES } from '../cases/index.js';
import { BREAKAGES } from './breakages/index.js';
import { checkSample, resultsOf } from './check-sample.js';

/**
 * One of several equal parts of the matrix, so that they can run side by side. A third of its time goes into abuse (megabytes,
 * deep nesting): `npm test` leaves those cases out where the server is broken in another way, and the drills run them all.
 */
export function describeMatrix(part: number, of: number, { whole = false } = {}): void {
  const own = BREAKAGES.filter((_, index) => index % of === part - 1);
  describe('a server that is broken in one way', () => {
    it.each(own)('fails $id and nothing else', async (broken) => {
      const { group } = CASES.find(({ id }) => id === broken.id)!;
      const cases =
        whole || group === 'life' ? CASES : CASES.filter((each) => each.group !== 'life');
      const report = await checkSample(broken, broken, { cases });
      const found = resultsOf(report).filter(
        ({ verdict }) => verdict === 'fail' || verdict === 'warn',
      );
      expect(found.map(({ id, why }) => (id === broken.id ? id : `${id}: ${why}`))).toEqual([
        broken.id,
      ]);
      const { keyword } = CASES.find(({ id }) => id === broken.id)!;
      expect(found[0]!.verdict).toBe(keyword === 'MUST' ? 'fail' : 'warn');
    });
  });
}
