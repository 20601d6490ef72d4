import { describe, expect, it } from 'vitest';
import { needsOthers } from '../case.js';
import { CASES } from '../cases/cases.js';
import { BREAKAGES } from './broken-servers/broken-servers.js';
import { checkSample, resultsOf } from './check-sample.js';

const COSTLY = 'jsonrpc/5/alive-after-huge-message';

/**
 * One of several equal parts of the matrix, so that they can run side by side. `npm test` judges a broken server by the cases of its
 * group, where its own case does not look back at others, and sends 12 MiB only to the server that this breaks: half of a run's
 * time is spent on it. The drills judge by all cases: none fails where another thing is broken.
 */
export function describeMatrix(part: number, of: number, { whole = false } = {}): void {
  const rows = BREAKAGES.filter((_, index) => index % of === part - 1);
  describe('a server that is broken in one way', () => {
    it.each(rows)('fails $id and nothing else', async (broken) => {
      const own = CASES.find(({ id }) => id === broken.id)!;
      const due = needsOthers(own) ? CASES : CASES.filter(({ group }) => group === own.group);
      const cases = whole ? CASES : due.filter((each) => each === own || each.id !== COSTLY);
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
