import { describe, expect, it } from 'vitest';
import { BREAKAGES } from '../testing/breakages/index.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import { CASES } from './index.js';

describe('the cases', () => {
  it('are at least 120, each with an id of its own', () => {
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(120);
  });

  it('have each a server that is broken in just that way', () => {
    expect(BREAKAGES.map(({ id }) => id).sort()).toEqual(CASES.map(({ id }) => id).sort());
  });
});

describe('a server that is broken in one way', () => {
  it.each(BREAKAGES)('fails $id and nothing else', async (broken) => {
    const report = await checkSample(broken, broken);
    const found = resultsOf(report).filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(found.map(({ id }) => id)).toEqual([broken.id]);
    const { keyword } = CASES.find(({ id }) => id === broken.id)!;
    expect(found[0]!.verdict).toBe(keyword === 'MUST' ? 'fail' : 'warn');
  });
});
