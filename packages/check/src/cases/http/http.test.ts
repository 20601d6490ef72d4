import { describe, expect, it } from 'vitest';
import type { Breakage } from '../../testing/breakage.js';
import { HTTP_BREAKAGES } from '../../testing/breakages/http.js';
import { answering, headerOf } from '../../testing/breakages/http-hooks.js';
import { checkSample, findingsOf, resultsOf } from '../../testing/check-sample.js';
import { healthyVerdict } from '../../testing/healthy-verdict.js';
import { HTTP_CASES } from './index.js';

const CHALLENGE = 'mcp/2025-06-18/authorization/401-challenge';

describe('a healthy server', () => {
  it.each(HTTP_BREAKAGES.filter(({ id }) => id !== CHALLENGE))(
    'is seen to keep $id where a broken one does not',
    async (broken) => {
      expect(await healthyVerdict(broken)).toBe('pass');
    },
  );

  it(`is seen to keep ${CHALLENGE} where it lets nobody in with a wrong token`, async () => {
    const guarded: Breakage = {
      id: CHALLENGE,
      era: '2025-11-25',
      transport: 'http',
      breaks: () =>
        answering(
          (ask) => headerOf(ask, 'authorization') !== undefined,
          (told) => ({ ...told, status: 401, headers: { 'www-authenticate': 'Bearer' }, body: '' }),
        ),
    };
    const report = await checkSample(guarded, guarded, { cases: HTTP_CASES });
    expect(findingsOf(report)).toEqual([]);
    expect(resultsOf(report).find(({ id }) => id === CHALLENGE)?.verdict).toBe('pass');
  });
});
