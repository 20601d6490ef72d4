import type { ExchangeOutcome } from '@errata/upstream';
import { describe, expect, it } from 'vitest';
import { isTransient, pauseAfter } from './create-open-memory-client.js';

const answer = (status: number): ExchangeOutcome => ({
  kind: 'answer',
  answer: { status, contentType: '', body: '' },
});

describe('what passes by itself', () => {
  it.each<[string, ExchangeOutcome, boolean]>([
    ['a broken connection', { kind: 'broken', error: new Error('broken'), sent: true }, true],
    ['a failure of the service', answer(500), true],
    ['its being busy', answer(503), true],
    ['an answer', answer(200), false],
    ['a refusal', answer(404), false],
    ['the end of the time', { kind: 'stopped', sent: true }, false],
    ['a body that is too large', { kind: 'oversize', status: 200 }, false],
  ])('%s', (_, outcome, expected) => {
    expect(isTransient(outcome)).toBe(expected);
  });
});

describe('the pause', () => {
  it.each([
    [1, 0.5, 500],
    [2, 0.5, 1000],
    [3, 0.5, 2000],
    [1, 0, 375],
    [1, 1, 625],
    [6, 0.5, 10_000],
    [60, 1, 10_000],
  ])('after attempt %i with chance %f is %i ms', (made, chance, expected) => {
    expect(pauseAfter(made, chance)).toBe(expected);
  });
});
