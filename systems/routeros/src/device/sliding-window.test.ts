import { createManualClock } from '@errata/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingWindow } from './device-limits.js';

describe('a window of one minute', () => {
  it('has room again at the millisecond at which the oldest leaves', () => {
    const clock = createManualClock();
    const window = new SlidingWindow(clock.now);
    window.take();
    clock.advance(10_000);
    window.take();
    expect(window.untilRoom(2)).toBe(50_000);
    clock.advance(49_999);
    expect(window.untilRoom(2)).toBe(1);
    clock.advance(1);
    expect(window.untilRoom(2)).toBe(0);
    expect(window.count).toBe(1);
  });

  it('waits for more than the oldest after its limit was lowered', () => {
    const clock = createManualClock();
    const window = new SlidingWindow(clock.now);
    for (let i = 0; i < 3; i++) {
      window.take();
      clock.advance(1_000);
    }
    expect(window.untilRoom(1)).toBe(59_000);
    clock.advance(59_000);
    expect(window.untilRoom(1)).toBe(0);
  });

  it('never holds more than its limit, and always tells the exact wait', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (pauses, limit) => {
        const clock = createManualClock();
        const window = new SlidingWindow(clock.now);
        const taken: number[] = [];
        for (const pause of pauses) {
          clock.advance(pause);
          const wait = window.untilRoom(limit);
          const inWindow = taken.filter((at) => at > clock.now() - 60_000).length;
          expect(wait > 0).toBe(inWindow >= limit);
          if (wait > 0) {
            clock.advance(wait - 1);
            expect(window.untilRoom(limit)).toBe(1);
            clock.advance(1);
          }
          expect(window.untilRoom(limit)).toBe(0);
          window.take();
          taken.push(clock.now());
        }
      }),
    );
  });
});
