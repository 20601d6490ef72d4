import { describe, expect, it } from 'vitest';
import { createManualClock } from '@errata/testing';
import { Breaker } from './breaker.js';

function failing(times: number) {
  const clock = createManualClock();
  const breaker = new Breaker(clock.now);
  for (let i = 0; i < times; i++) breaker.begin().failed('ECONNREFUSED');
  return { clock, breaker };
}

describe('a breaker', () => {
  it('opens after five failures in a row, for thirty seconds', () => {
    expect(failing(4).breaker.leftAlone()).toBeUndefined();
    const { clock, breaker } = failing(5);
    expect(breaker.leftAlone()).toEqual({ failures: 5, last: 'ECONNREFUSED', wait: 30_000 });
    clock.advance(29_999);
    expect(breaker.leftAlone()?.wait).toBe(1);
    clock.advance(1);
    expect(breaker.leftAlone()).toBeUndefined();
  });

  it('starts to count anew after any answer', () => {
    const { breaker } = failing(4);
    breaker.begin().answered();
    for (let i = 0; i < 4; i++) breaker.begin().failed('ETIMEDOUT');
    expect(breaker.leftAlone()).toBeUndefined();
  });

  it('lets one request through at a time after its pause', () => {
    const { clock, breaker } = failing(5);
    clock.advance(30_000);
    const probe = breaker.begin();
    expect(breaker.leftAlone()).toMatchObject({ wait: 0 });
    probe.answered();
    expect(breaker.leftAlone()).toBeUndefined();
    breaker.begin().failed('ECONNRESET');
    expect(breaker.leftAlone()).toBeUndefined();
  });

  it('opens again when that request fails too', () => {
    const { clock, breaker } = failing(5);
    clock.advance(30_000);
    breaker.begin().failed('EHOSTUNREACH');
    expect(breaker.leftAlone()).toEqual({ failures: 6, last: 'EHOSTUNREACH', wait: 30_000 });
  });

  it('lets the next one through when that request was given up', () => {
    const { clock, breaker } = failing(5);
    clock.advance(30_000);
    breaker.begin().dropped();
    expect(breaker.leftAlone()).toBeUndefined();
  });

  it('is not kept open longer by requests that were on their way', () => {
    const { clock, breaker } = failing(4);
    const [first, second] = [breaker.begin(), breaker.begin()];
    first.failed('ETIMEDOUT');
    clock.advance(1_000);
    second.failed('ETIMEDOUT');
    expect(breaker.leftAlone()?.wait).toBe(29_000);
  });

  it('closes when a request that was on its way is answered', () => {
    const { breaker } = failing(4);
    const [first, second] = [breaker.begin(), breaker.begin()];
    first.failed('ETIMEDOUT');
    second.answered();
    expect(breaker.leftAlone()).toBeUndefined();
  });

  it('takes only the first word of a request', () => {
    const { breaker } = failing(4);
    const trial = breaker.begin();
    trial.dropped();
    trial.failed('ETIMEDOUT');
    expect(breaker.leftAlone()).toBeUndefined();
    const last = breaker.begin();
    last.failed('ETIMEDOUT');
    last.answered();
    expect(breaker.leftAlone()).toMatchObject({ failures: 5 });
  });

  it('takes as many failures and as long as it is told', () => {
    const clock = createManualClock();
    const breaker = new Breaker(clock.now, { failures: 1, openFor: 1_000 });
    breaker.begin().failed('ECONNRESET');
    expect(breaker.leftAlone()).toEqual({ failures: 1, last: 'ECONNRESET', wait: 1_000 });
    clock.advance(1_000);
    expect(breaker.leftAlone()).toBeUndefined();
  });
});
