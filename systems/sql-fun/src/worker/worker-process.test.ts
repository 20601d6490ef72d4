import { createManualClock } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { createBackOff } from './worker-process.js';

const DEATH = { name: 'exit 1', stderr: '' };

describe('the pause between processes that do not come up', () => {
  it('grows up to five seconds, and ends with one that does', () => {
    const clock = createManualClock();
    const backOff = createBackOff(clock.now);
    expect(backOff.reason()).toBeUndefined();
    for (const pause of [100, 200, 400, 800, 1600, 3200, 5000, 5000]) {
      backOff.failed(DEATH);
      clock.advance(pause - 1);
      expect(backOff.reason()).toBe(DEATH);
      clock.advance(1);
      expect(backOff.reason()).toBeUndefined();
    }
    backOff.failed(DEATH);
    backOff.succeeded();
    expect(backOff.reason()).toBeUndefined();
    backOff.failed(DEATH);
    clock.advance(100);
    expect(backOff.reason()).toBeUndefined();
  });
});
