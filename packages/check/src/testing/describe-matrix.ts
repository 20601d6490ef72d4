import { describe, expect, it } from 'vitest';
import { needsOthers } from '../case.js';
import { CASES } from '../cases/cases.js';
import { BREAKAGES } from './broken-servers/broken-servers.js';
import { checkSample, resultsOf } from './check-sample.js';

/**
 * One of several equal parts of the matrix, so that they can run side by side. `npm test` judges a broken server by the cases of its
 * group, where its own case does not look back at others; the drills by all cases: none fails where another thing is broken.
 */
export function describeMatrix(part: number, of: number, { whole = false } = {}): void {
  const rows = BREAKAGES.filter((_, index) => index % of === part - 1);
  describe('a server that is broken in one way', () => {
    it.each(rows)('fails $id and nothing else', async (broken) => {
      const own = CASES.find(({ id }) => id === broken.id)!;
      const cases =
        whole || needsOthers(own) ? CASES : CASES.filter(({ group }) => group === own.group);
      const report = await checkSample(broken, broken, { cases });
      const found = resultsOf(report).filter(
        ({ verdict }) => verdict === 'fail' || verdict === 'warn',
      );
      expect(found.map(({ id, why }) => (id === broken.id ? id : `${id}: ${why}`))).toEqual([
        broken.id,
      ]);
      expect(found[0]!.verdict).toBe(own.keyword === 'MUST' ? 'fail' : 'warn');
    });
  });
}
