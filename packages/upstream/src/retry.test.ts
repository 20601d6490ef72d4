import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { retry, type RetriedCall, startCallTime } from './retry.js';

const isTransient = (outcome: string) => outcome === 'failed';
const QUICK = { isTransient, pauseAfter: () => 1 };

async function repeat(outcomes: readonly string[], options: Partial<RetriedCall<string>> = {}) {
  const time = startCallTime(60_000);
  let made = 0;
  const attempt = async () => outcomes[made++]!;
  try {
    return { last: await retry(attempt, { time, ...QUICK, ...options }), made };
  } finally {
    time.end();
  }
}

describe('retry', () => {
  it.each([
    ['a failure that is not transient', ['refused', 'answer'], 1],
    ['the first answer', ['failed', 'answer', 'answer'], 2],
    ['the third failure', ['failed', 'failed', 'failed', 'answer'], 3],
  ])('ends with %s', async (_, outcomes, expected) => {
    expect(await repeat(outcomes)).toEqual({ made: expected, last: outcomes[expected - 1] });
  });

  it('takes the number of attempts as an option', async () => {
    expect((await repeat(['failed', 'failed'], { attempts: 1 })).made).toBe(1);
    expect((await repeat(Array<string>(9).fill('failed'), { attempts: 5 })).made).toBe(5);
  });

  it('passes the number of attempts to pauseAfter', async () => {
    const attempts: number[] = [];
    const pauseAfter = (made: number) => attempts.push(made);
    await repeat(['failed', 'failed', 'failed'], { pauseAfter });
    expect(attempts).toEqual([1, 2]);
  });

  it('does not start a pause that is longer than the time left, and does not ask mayRepeat then', async () => {
    let attempts = 0;
    const mayRepeat = () => ++attempts > 0;
    const { made } = await repeat(['failed', 'answer'], { pauseAfter: () => 120_000, mayRepeat });
    expect([made, attempts]).toEqual([1, 0]);
  });

  it('ends when mayRepeat returns false', async () => {
    let left = 1;
    const { made } = await repeat(Array<string>(3).fill('failed'), { mayRepeat: () => left-- > 0 });
    expect(made).toBe(2);
  });

  it('ends when the caller cancels', async () => {
    const caller = new AbortController();
    const time = startCallTime(60_000, caller.signal);
    const attempt = async () => {
      caller.abort(new Error('enough'));
      return 'failed';
    };
    expect(await retry(attempt, { time, ...QUICK, pauseAfter: () => 500 })).toBe('failed');
    expect(() => time.throwIfCancelled()).toThrow('enough');
    time.end();
  });
});

describe('the time of a call', () => {
  it('aborts when it is over, without a cancellation', async () => {
    const time = startCallTime(1);
    if (!time.signal.aborted) await once(time.signal, 'abort');
    expect(() => time.throwIfCancelled()).not.toThrow();
    expect(time.total).toBe(1);
    time.end();
  });

  it('aborts with its caller and throws the reason of the caller', () => {
    const reason = new Error('not needed any more');
    const caller = new AbortController();
    const time = startCallTime(60_000, caller.signal);
    expect(() => time.throwIfCancelled()).not.toThrow();
    caller.abort(reason);
    expect(time.signal.aborted).toBe(true);
    expect(() => time.throwIfCancelled()).toThrow(reason);
    time.end();
    const late = startCallTime(60_000, caller.signal);
    expect(() => late.throwIfCancelled()).toThrow(reason);
    late.end();
  });

  it('ignores its caller after its end', () => {
    const caller = new AbortController();
    const time = startCallTime(60_000, caller.signal);
    time.end();
    caller.abort();
    expect(time.signal.aborted).toBe(false);
  });

  it('knows how much is left', () => {
    const time = startCallTime(60_000);
    expect(time.left()).toBeGreaterThan(0);
    expect(time.left()).toBeLessThanOrEqual(60_000);
    time.end();
  });
});
