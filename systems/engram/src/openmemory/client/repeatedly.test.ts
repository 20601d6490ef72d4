import { describe, expect, it } from 'vitest';
import { startCallTime } from './call-time.js';
import type { Outcome } from './exchange.js';
import { pauseAfter, repeatedly } from './repeatedly.js';

const answer = (status: number): Outcome => ({ kind: 'answer', status, body: '' });
const broken: Outcome = { kind: 'broken', error: new Error('broken'), sent: true };

async function repeat(outcomes: readonly Outcome[], total = 60_000, options = {}) {
  const time = startCallTime(total);
  let made = 0;
  const attempt = async () => outcomes[made++]!;
  try {
    const last = await repeatedly(attempt, { time, random: () => 0.5, firstPause: 1, ...options });
    return { last, made };
  } finally {
    time.end();
  }
}

describe('repeating', () => {
  it.each([
    ['an answer', [answer(200)], 1],
    ['a refusal', [answer(404)], 1],
    ['a broken connection, then an answer', [broken, answer(200)], 2],
    ['failures of the service, then an answer', [answer(500), answer(503), answer(200)], 3],
    ['nothing but failures', [broken, answer(502), broken], 3],
    ['the end of the time', [{ kind: 'stopped', sent: true } as const], 1],
    ['a body that is too large', [{ kind: 'oversize', status: 200 } as const], 1],
  ])('ends with %s', async (_, outcomes, expected) => {
    const { last, made } = await repeat(outcomes);
    expect(made).toBe(expected);
    expect(last).toBe(outcomes.at(-1));
  });

  it('does not begin to wait for longer than there is time', async () => {
    const options = { firstPause: 120_000, longestPause: 120_000 };
    expect((await repeat([broken, broken], 60_000, options)).made).toBe(1);
  });

  it('ends when the caller does not want to wait any longer', async () => {
    const caller = new AbortController();
    const time = startCallTime(60_000, caller.signal);
    const attempt = async () => {
      caller.abort(new Error('enough'));
      return broken;
    };
    const last = await repeatedly(attempt, { time, random: () => 0.5 });
    expect(last).toBe(broken);
    expect(() => time.throwIfCancelled()).toThrow('enough');
    time.end();
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
