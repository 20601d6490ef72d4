import { describe, expect, it } from 'vitest';
import { storageProblem } from './open-archive.js';

describe('the problem of a database', () => {
  it.each([
    [13, 'full'],
    [5, 'busy'],
    [517, 'busy'],
    [10, undefined],
    [778, undefined],
    ['13', undefined],
  ])('with code %j is %s', (errcode, problem) => {
    expect(storageProblem(Object.assign(new Error('x'), { errcode }))).toBe(problem);
  });
});
