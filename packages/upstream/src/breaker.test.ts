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
    expect(failing(4).breaker.whyOpen()).toBeUndefined();
    const { clock, breaker } = failing(5);
    expect(breaker.whyOpen()).toEqual({ failures: 5, last: 'ECONNREFUSED', wait: 30_000 });
    clock.advance(29_999);
    expect(breaker.whyOpen()?.wait).toBe(1);
    clock.advance(1);
    expect(breaker.whyOpen()).toBeUndefined();
  });

  it('counts from zero after an answer', () => {
    const { breaker } = failing(4);
    breaker.begin().answered();
    for (let i = 0; i < 4; i++) breaker.begin().failed('ETIMEDOUT');
    expect(breaker.whyOpen()).toBeUndefined();
  });

  it('lets one call through at a time after its pause', () => {
    const { clock, breaker } = failing(5);
    clock.advance(30_000);
    const probe = breaker.begin();
    expect(breaker.whyOpen()).toMatchObject({ wait: 0 });
    probe.answered();
    expect(breaker.whyOpen()).toBeUndefined();
    breaker.begin().failed('ECONNRESET');
    expect(breaker.whyOpen()).toBeUndefined();
  });

  it('opens again if that call fails too', () => {
    const { clock, breaker } = failing(5);
    clock.advance(30_000);
    breaker.begin().failed('EHOSTUNREACH');
    expect(breaker.whyOpen()).toEqual({ failures: 6, last: 'EHOSTUNREACH', wait: 30_000 });
  });

  it('lets the next call through if that call was dropped', () => {
    const { clock, breaker } = failing(5);
    clock.advance(30_000);
    breaker.begin().dropped();
    expect(breaker.whyOpen()).toBeUndefined();
  });

  it('does not stay open longer because of calls that were in flight', () => {
    const { clock, breaker } = failing(4);
    const [first, second] = [breaker.begin(), breaker.begin()];
    first.failed('ETIMEDOUT');
    clock.advance(1_000);
    second.failed('ETIMEDOUT');
    expect(breaker.whyOpen()?.wait).toBe(29_000);
  });

  it('closes when a call that was in flight gets an answer', () => {
    const { breaker } = failing(4);
    const [first, second] = [breaker.begin(), breaker.begin()];
    first.failed('ETIMEDOUT');
    second.answered();
    expect(breaker.whyOpen()).toBeUndefined();
  });

  it('counts only the first report of a call', () => {
    const { breaker } = failing(4);
    const trial = breaker.begin();
    trial.dropped();
    trial.failed('ETIMEDOUT');
    expect(breaker.whyOpen()).toBeUndefined();
    const last = breaker.begin();
    last.failed('ETIMEDOUT');
    last.answered();
    expect(breaker.whyOpen()).toMatchObject({ failures: 5 });
  });

  it('takes the number of failures and the pause as options', () => {
    const clock = createManualClock();
    const breaker = new Breaker(clock.now, { failures: 1, openFor: 1_000 });
    breaker.begin().failed('ECONNRESET');
    expect(breaker.whyOpen()).toEqual({ failures: 1, last: 'ECONNRESET', wait: 1_000 });
    clock.advance(1_000);
    expect(breaker.whyOpen()).toBeUndefined();
  });
});
