import { describe, expect, it } from 'vitest';
import { CASES } from '../cases/index.js';
import { BREAKAGES } from './breakages/index.js';
import { checkSample, resultsOf } from './check-sample.js';

/** One of several equal parts of the matrix, so that they can run side by side. */
export function describeMatrix(part: number, of: number): void {
  const own = BREAKAGES.filter((_, index) => index % of === part - 1);
  describe('a server that is broken in one way', () => {
    it.each(own)('fails $id and nothing else', async (broken) => {
      const report = await checkSample(broken, broken);
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
