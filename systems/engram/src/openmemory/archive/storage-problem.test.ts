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

  it.each([
    ['53100', 'full'],
    ['53300', 'busy'],
    ['40P01', 'busy'],
    ['57P01', 'away'],
    ['08006', 'away'],
    ['ECONNREFUSED', 'away'],
    ['23505', undefined],
    ['ERR_SQLITE_ERROR', undefined],
  ])('with SQLSTATE or code %s is %s', (code, problem) => {
    expect(storageProblem(Object.assign(new Error('x'), { code }))).toBe(problem);
  });
});
