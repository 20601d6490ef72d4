import { describe, expect, it } from 'vitest';
import { Breaker, type Trial } from './breaker.js';

function opened() {
  let time = 0;
  const breaker = new Breaker(() => time, { failures: 3, openFor: 1000 });
  const trial = (): Trial => {
    const admitted = breaker.admit();
    if (typeof admitted === 'number') throw new Error(`It is open for ${admitted} ms`);
    return admitted;
  };
  return { breaker, trial, pass: (milliseconds: number) => void (time += milliseconds) };
}

describe('a breaker', () => {
  it('opens after so many failures in a row, for a while', () => {
    const { breaker, trial, pass } = opened();
    trial().failed();
    trial().failed();
    trial().answered();
    trial().failed();
    trial().failed();
    trial().dropped();
    trial().failed();
    expect(breaker.admit()).toBe(1000);
    pass(999);
    expect(breaker.admit()).toBe(1);
    pass(1);
    expect(typeof breaker.admit()).toBe('object');
  });

  it('then lets one call at a time find out', () => {
    const { breaker, trial, pass } = opened();
    for (let at = 0; at < 3; at++) trial().failed();
    pass(1000);
    const dropped = trial();
    expect(breaker.admit()).toBe(0);
    dropped.dropped();
    const failing = trial();
    failing.failed();
    failing.answered();
    expect(breaker.admit()).toBe(1000);
    pass(1000);
    trial().answered();
    trial().failed();
    trial().failed();
    expect(typeof breaker.admit()).toBe('object');
  });

  it('does not stay open for longer because of calls that were on their way', () => {
    const { breaker, trial, pass } = opened();
    const late = [trial(), trial(), trial(), trial()];
    for (const one of late.splice(0, 3)) one.failed();
    pass(600);
    late[0]!.failed();
    expect(breaker.admit()).toBe(400);
  });

  it('takes five failures and half a minute unless told', () => {
    const breaker = new Breaker(() => 0);
    for (let at = 0; at < 5; at++) (breaker.admit() as Trial).failed();
    expect(breaker.admit()).toBe(30_000);
  });
});
