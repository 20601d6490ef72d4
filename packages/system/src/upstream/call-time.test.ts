import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startCallTime } from './call-time.js';

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
