import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { repeatedly, type Repetition, startCallTime } from './repeatedly.js';

const passesByItself = (outcome: string) => outcome === 'failed';
const QUICK = { passesByItself, pauseAfter: () => 1 };

async function repeat(outcomes: readonly string[], options: Partial<Repetition<string>> = {}) {
  const time = startCallTime(60_000);
  let made = 0;
  const attempt = async () => outcomes[made++]!;
  try {
    return { last: await repeatedly(attempt, { time, ...QUICK, ...options }), made };
  } finally {
    time.end();
  }
}

describe('repeating', () => {
  it.each([
    ['what does not pass by itself', ['refused', 'answer'], 1],
    ['the first outcome that is none', ['failed', 'answer', 'answer'], 2],
    ['the third failure', ['failed', 'failed', 'failed', 'answer'], 3],
  ])('ends with %s', async (_, outcomes, expected) => {
    expect(await repeat(outcomes)).toEqual({ made: expected, last: outcomes[expected - 1] });
  });

  it('makes as many attempts as it is told', async () => {
    expect((await repeat(['failed', 'failed'], { attempts: 1 })).made).toBe(1);
    expect((await repeat(Array<string>(9).fill('failed'), { attempts: 5 })).made).toBe(5);
  });

  it('tells how many attempts were made when it asks for the pause', async () => {
    const asked: number[] = [];
    const pauseAfter = (made: number) => asked.push(made);
    await repeat(['failed', 'failed', 'failed'], { pauseAfter });
    expect(asked).toEqual([1, 2]);
  });

  it('does not begin to wait for longer than there is time, nor asks whether it may', async () => {
    let asked = 0;
    const mayRepeat = () => ++asked > 0;
    const { made } = await repeat(['failed', 'answer'], { pauseAfter: () => 120_000, mayRepeat });
    expect([made, asked]).toEqual([1, 0]);
  });

  it('ends where it may not go on', async () => {
    let left = 1;
    const { made } = await repeat(Array<string>(3).fill('failed'), { mayRepeat: () => left-- > 0 });
    expect(made).toBe(2);
  });

  it('ends when the caller does not want to wait any longer', async () => {
    const caller = new AbortController();
    const time = startCallTime(60_000, caller.signal);
    const attempt = async () => {
      caller.abort(new Error('enough'));
      return 'failed';
    };
    expect(await repeatedly(attempt, { time, ...QUICK, pauseAfter: () => 500 })).toBe('failed');
    expect(() => time.throwIfCancelled()).toThrow('enough');
    time.end();
  });
});

describe('the time of a call', () => {
  it('aborts by itself when it is over, which is no cancellation', async () => {
    const time = startCallTime(1);
    if (!time.signal.aborted) await once(time.signal, 'abort');
    expect(() => time.throwIfCancelled()).not.toThrow();
    expect(time.total).toBe(1);
    time.end();
  });

  it('aborts with its caller, whose reason is thrown', () => {
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

  it('does not hear its caller after its end', () => {
    const caller = new AbortController();
    const time = startCallTime(60_000, caller.signal);
    time.end();
    caller.abort();
    expect(time.signal.aborted).toBe(false);
  });

  it('knows what is left of it', () => {
    const time = startCallTime(60_000);
    expect(time.left()).toBeGreaterThan(0);
    expect(time.left()).toBeLessThanOrEqual(60_000);
    time.end();
  });
});
