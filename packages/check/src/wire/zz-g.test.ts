import { expect, it, describe } from 'vitest';
import { LIFE_CASES } from '../cases/life/index.js';
import { PROCESS_CASES } from '../cases/process/index.js';
import { LIFE_BREAKAGES } from '../testing/breakages/life.js';
import { PROCESS_BREAKAGES } from '../testing/breakages/process.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';

const cases = [...LIFE_CASES, ...PROCESS_CASES];
const ERAS = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
  'jsonrpc',
] as const;
it('ids', () => {
  expect([...LIFE_BREAKAGES, ...PROCESS_BREAKAGES].map((b) => b.id).sort()).toEqual(
    cases.map((c) => c.id).sort(),
  );
});
describe('healthy', () => {
  it.each(
    (['stdio', 'tcp', 'http'] as const).flatMap((transport) =>
      ERAS.map((era) => ({ transport, era })),
    ),
  )('$transport $era', async (w) => {
    const r = await checkSample(w, undefined, { cases });
    expect(
      resultsOf(r)
        .filter((x) => x.verdict !== 'pass' && x.verdict !== 'not applicable')
        .map((x) => `${x.id} ${x.verdict} ${x.why}`),
    ).toEqual([]);
  });
});
describe('broken', () => {
  it.each([...LIFE_BREAKAGES, ...PROCESS_BREAKAGES])('$id', async (b) => {
    const r = await checkSample(b, b, { cases });
    expect(
      resultsOf(r)
        .filter((x) => x.verdict !== 'pass' && x.verdict !== 'not applicable')
        .map((x) => `${x.id} ${x.verdict} ${x.why}`),
    ).toEqual([expect.stringMatching(b.id + ' (fail|warn)')]);
  });
});
