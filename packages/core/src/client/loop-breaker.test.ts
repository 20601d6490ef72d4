import { describe, expect, it } from 'vitest';
import type { CallFailure } from './failure.js';
import { createLoopBreaker, type LoopBreakerOptions } from './loop-breaker.js';
import { readFailure, readThrown } from './read-failure.js';

const failed = (reason: string): CallFailure =>
  readFailure({ code: -32010, message: 'No answer', data: { reason } })!;
const text = (words: string): CallFailure =>
  readFailure({ isError: true, content: [{ type: 'text', text: words }] })!;
const call = { tool: 'device/ping', arguments: { id: 'a', port: 1 } };

function repeat(times: number, failure: CallFailure, breaker = createLoopBreaker()) {
  for (let i = 0; i < times; i++) breaker.record(call, failure);
  return breaker;
}

describe('createLoopBreaker', () => {
  it('refuses the call after three identical failures, and says what to do instead', () => {
    expect(repeat(2, failed('GONE')).check(call)).toBeUndefined();
    const refusal = repeat(3, failed('GONE')).check(call);
    expect(refusal).toMatchObject({
      origin: 'local',
      kind: 'loop',
      effect: 'none',
      strategy: 'report_and_abort',
      message:
        'device/ping failed 3 times with GONE, called with the same arguments each time: No answer',
      suggestion:
        'Do not repeat this call: change the arguments, use another tool, or ask the user.',
      repeated: { tool: 'device/ping', failure: 'GONE', count: 3 },
    });
  });

  it('names the alternative that the failure offered', () => {
    const data = {
      reason: 'GONE',
      alternatives: [{ tool: 'registry/list', description: 'List devices' }],
    };
    const refusal = repeat(3, readFailure({ code: 1, message: 'x', data })!).check(call);
    expect(refusal?.suggestion).toContain('use registry/list');
  });

  it('ignores the order of arguments', () => {
    const breaker = repeat(3, failed('GONE'));
    expect(breaker.check({ tool: call.tool, arguments: { port: 1, id: 'a' } })).toBeDefined();
    expect(breaker.check({ tool: call.tool, arguments: { id: 'b', port: 1 } })).toBeUndefined();
    expect(breaker.check({ ...call, tool: 'device/reboot' })).toBeUndefined();
  });

  it('counts each reason separately', () => {
    const breaker = createLoopBreaker();
    for (const reason of ['GONE', 'BUSY', 'GONE', 'BUSY']) breaker.record(call, failed(reason));
    expect(breaker.check(call)).toBeUndefined();
    breaker.record(call, failed('GONE'));
    expect(breaker.check(call)?.repeated).toEqual({
      tool: 'device/ping',
      failure: 'GONE',
      count: 3,
    });
  });

  it('forgets all reasons of a call after a success, and of that call only', () => {
    const other = { tool: 'device/ping', arguments: { id: 'b' } };
    const breaker = repeat(2, failed('BUSY'), repeat(2, failed('GONE')));
    for (let i = 0; i < 3; i++) breaker.record(other, failed('GONE'));
    breaker.record(call);
    expect(breaker.size).toBe(1);
    repeat(2, failed('BUSY'), repeat(2, failed('GONE'), breaker));
    expect(breaker.check(call)).toBeUndefined();
    expect(breaker.check(other)).toBeDefined();
  });

  it('expires one reason while another still counts', () => {
    let at = 0;
    const breaker = repeat(3, failed('GONE'), createLoopBreaker({ windowMs: 1000, now: () => at }));
    at = 600;
    repeat(1, failed('BUSY'), breaker);
    at = 1000;
    expect(breaker.check(call)).toBeUndefined();
    repeat(2, failed('BUSY'), breaker);
    expect(breaker.check(call)?.repeated.failure).toBe('BUSY');
  });

  it('treats texts that differ only in numbers and refs as equal', () => {
    const breaker = createLoopBreaker();
    breaker.record(call, text('Timed out after 5003 ms, ref=corr-00112233aabbccdd'));
    breaker.record(call, text('Timed out after 5010 ms, ref=corr-99112233aabbccdd'));
    breaker.record(call, text('Timed out after 4998 ms, ref=corr-11112233aabbccdd'));
    expect(breaker.check(call)).toBeDefined();
    expect(repeat(2, text('one thing'), repeat(1, text('another'))).check(call)).toBeUndefined();
  });

  it('does not count cancelled calls', () => {
    expect(
      repeat(5, readThrown(new DOMException('stop', 'AbortError'))).check(call),
    ).toBeUndefined();
  });

  it('allows the call again after the window', () => {
    let at = 0;
    const breaker = repeat(3, failed('GONE'), createLoopBreaker({ windowMs: 1000, now: () => at }));
    at = 999;
    expect(breaker.check(call)).toBeDefined();
    at = 1000;
    expect(breaker.check(call)).toBeUndefined();
    expect(breaker.size).toBe(0);
  });

  it('remembers a bounded number of calls, the latest ones', () => {
    const breaker = createLoopBreaker({ limit: 1, maxEntries: 10 });
    for (let n = 0; n < 1000; n++) breaker.record({ tool: 't', arguments: { n } }, failed('GONE'));
    expect(breaker.size).toBe(10);
    expect(breaker.check({ tool: 't', arguments: { n: 999 } })).toBeDefined();
    expect(breaker.check({ tool: 't', arguments: { n: 0 } })).toBeUndefined();
  });

  it('remembers a bounded number of reasons for a call, the latest ones', () => {
    const breaker = createLoopBreaker({ limit: 2 });
    for (let n = 0; n < 1000; n++) breaker.record(call, failed(`R${n}`));
    expect(breaker.size).toBe(1);
    breaker.record(call, failed('R0'));
    expect(breaker.check(call)).toBeUndefined();
    breaker.record(call, failed('R999'));
    expect(breaker.check(call)).toBeDefined();
  });

  it('keeps a bounded part of a failure', () => {
    const long = 'X'.repeat(4000);
    const alternatives = [
      { tool: long, description: 'a' },
      { tool: 'registry/list', description: long },
    ];
    const data = { domain: long, reason: 'GONE', data: { alternatives } };
    const refusal = repeat(3, readFailure({ code: 1, message: long, data })!).check(call);
    expect(JSON.stringify(refusal).length).toBeLessThan(3000);
    expect(refusal?.suggestion).toContain('use registry/list');
  });

  it.each([NaN, -1, 0, undefined])('uses the default if an option is %o', (nonsense) => {
    const options = { limit: nonsense, windowMs: nonsense, maxEntries: nonsense };
    const breaker = createLoopBreaker(options as LoopBreakerOptions);
    expect(repeat(2, failed('GONE'), breaker).check(call)).toBeUndefined();
    expect(repeat(1, failed('GONE'), breaker).check(call)).toBeDefined();
    for (let n = 0; n < 1100; n++) breaker.record({ tool: 't', arguments: n }, failed('GONE'));
    expect(breaker.size).toBe(1000);
  });

  it('never refuses calls that it cannot compare, and survives cycles', () => {
    const huge = { tool: 't', arguments: Array.from({ length: 20_000 }, (_, i) => i) };
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const breaker = createLoopBreaker({ limit: 1 });
    breaker.record(huge, failed('GONE'));
    breaker.record({ tool: 't', arguments: cycle }, failed('GONE'));
    expect(breaker.check(huge)).toBeUndefined();
    expect(breaker.check({ tool: 't', arguments: cycle })).toBeDefined();
  });
});
