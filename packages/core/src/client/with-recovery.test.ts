import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLoopBreaker } from './loop-breaker.js';
import { isRecoveryError, type RecoveryError } from './recovery-error.js';
import { createRetryBudget } from './retry-budget.js';
import type { Sleep } from './sleep.js';
import { withRecovery, type Attempt, type RecoveryOptions } from './with-recovery.js';

/** Time that passes only when everybody waits. */
function createClock() {
  let at = 1_000_000;
  const timers = new Set<{ readonly due: number; wake(): void }>();
  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = { due: at + ms, wake: () => (timers.delete(timer), resolve()) };
      timers.add(timer);
      signal.addEventListener('abort', timer.wake, { once: true });
    });
  return {
    now: () => at,
    sleep,
    timers,
    /** Let time pass until the work is done. */
    async run<T>(work: Promise<T>): Promise<T> {
      let settled = false;
      const mark = () => void (settled = true);
      work.then(mark, mark);
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (settled) return work;
        const next = [...timers].sort((a, b) => a.due - b.due)[0];
        if (next === undefined) throw new Error('nobody will ever wake up');
        at = Math.max(at, next.due);
        next.wake();
      }
    },
  };
}

const facts = (more: object = {}) => ({
  code: -32010,
  message: 'No answer',
  data: { reason: 'GONE', recovery_strategy: 'retry_with_backoff', effect: 'none', ...more },
});

/** Run a call whose attempts end as listed: an Error is thrown, anything else returned; the last one repeats. */
async function run(endings: readonly unknown[], options: RecoveryOptions = {}) {
  const clock = createClock();
  const waits: number[] = [];
  const attempts: Attempt[] = [];
  const work = withRecovery(
    async (attempt) => {
      attempts.push(attempt);
      const ending = endings[Math.min(attempts.length, endings.length) - 1];
      if (ending instanceof Error) throw ending;
      return ending;
    },
    {
      now: clock.now,
      sleep: clock.sleep,
      random: () => 1,
      onRetry: ({ waitMs }) => waits.push(waitMs),
      ...options,
    },
  );
  const outcome = await clock.run(
    work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  );
  const error = 'error' in outcome ? (outcome.error as RecoveryError) : undefined;
  return { value: 'value' in outcome ? outcome.value : undefined, error, waits, attempts, clock };
}

const failing = (more?: object) =>
  Object.assign(new Error('No answer'), { name: 'ProtocolError', ...facts(more) });

describe('withRecovery', () => {
  it('returns a success and makes the call once', async () => {
    const { value, attempts } = await run(['fine']);
    expect([value, attempts.length]).toEqual(['fine', 1]);
  });

  it.each([
    ['thrown', failing()],
    ['an error response', { jsonrpc: '2.0', id: 1, error: facts() }],
    [
      'a tool result',
      { isError: true, content: [{ type: 'text', text: 'x' }], structuredContent: facts().data },
    ],
  ])('repeats a safe failure that was %s', async (_, ending) => {
    const { value, attempts, waits } = await run([ending, ending, 'fine'], { baseMs: 100 });
    expect(value).toBe('fine');
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(attempts[2]?.previous?.reason).toBe('GONE');
    expect(waits).toEqual([100, 200]);
  });

  it('gives up after maxAttempts, and keeps the original exception', async () => {
    const original = failing();
    const { error, attempts } = await run([original], { maxAttempts: 2 });
    expect(isRecoveryError(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'RecoveryError',
      attempts: 2,
      plan: { action: 'abort' },
      failure: { reason: 'GONE' },
    });
    expect(error?.cause).toBe(original);
    expect(attempts).toHaveLength(2);
  });

  it('keeps a returned failure as the cause', async () => {
    const result = { isError: true, content: [{ type: 'text', text: 'no' }] };
    const { error } = await run([result]);
    expect(error?.cause).toBe(result);
    expect(error?.failure.raw).toBe(result);
  });

  it('repeats no write whose effect is unknown, and a read or an idempotent call only', async () => {
    const lost = failing({ effect: 'unknown' });
    const count = async (options: RecoveryOptions) => (await run([lost], options)).attempts.length;
    expect(await count({})).toBe(1);
    expect(await count({ annotations: {} })).toBe(1);
    expect(await count({ annotations: { destructiveHint: false } })).toBe(1);
    expect(await count({ annotations: { readOnlyHint: true } })).toBe(3);
    expect(await count({ annotations: { idempotentHint: true, destructiveHint: true } })).toBe(3);
    expect(await count({ annotations: { readOnlyHint: true, destructiveHint: true } })).toBe(1);
    expect(await count({ annotations: { readOnlyHint: true }, readOnly: false })).toBe(1);
    expect(await count({ idempotent: true })).toBe(3);
  });

  it('reports the worst effect of all attempts', async () => {
    const { error } = await run([failing({ effect: 'unknown' }), failing({ effect: 'none' })], {
      idempotent: true,
      maxAttempts: 2,
    });
    expect(error!.failure.effect).toBe('unknown');
  });

  it('never repeats a call with effect done', async () => {
    const { attempts } = await run([failing({ effect: 'done' })], {
      readOnly: true,
      idempotent: true,
    });
    expect(attempts).toHaveLength(1);
  });

  it('waits for Retry-After, and gives up if it is too long', async () => {
    expect((await run([failing({ retry_after: 60 }), 'fine'])).waits).toEqual([60_000]);
    const { error, attempts } = await run([failing({ retry_after: 121 })]);
    expect(attempts).toHaveLength(1);
    expect(error?.plan).toMatchObject({
      action: 'abort',
      safe: true,
      why: 'the peer asks to wait 121 seconds, and 120 are allowed',
    });
  });

  it.each(['9999999999999999', '9'.repeat(400), '99999999999999999.5'])(
    'does not wait for a Retry-After of %s, nor hurry',
    async (value) => {
      const answer = { status: 429, headers: { 'Retry-After': value }, body: '' };
      const { error, attempts } = await run([answer], { readOnly: true });
      expect(attempts).toHaveLength(1);
      expect(error?.plan.why).toBe('the peer asks to wait 2147483648 seconds, and 120 are allowed');
    },
  );

  it('repeats an error response that came as text, and keeps any other text as the result', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, error: facts() });
    const { value, attempts } = await run([text, '{"jsonrpc":"2.0","id":1,"result":{}}']);
    expect([value, attempts.length]).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}', 2]);
    expect((await run([text])).error?.cause).toBe(text);
  });

  it('ends its message with the bare ref', async () => {
    const text = 'GONE: no answer. Next: retry. ref=corr-0011223344556677';
    const result = {
      isError: true,
      content: [{ type: 'text', text }],
      structuredContent: facts().data,
    };
    expect((await run([result])).error?.message).toBe(
      'GONE: no answer. Nothing was changed. Do not repeat the call now. ref=corr-0011223344556677',
    );
  });

  it('shares a budget between calls', async () => {
    const budget = createRetryBudget({ ratio: 0, capacity: 3, now: () => 0 });
    expect((await run([failing()], { budget })).attempts).toHaveLength(3);
    const second = await run([failing()], { budget });
    expect(second.attempts).toHaveLength(2);
    expect(second.error?.plan.why).toBe('the retry budget is used up');
  });

  it('earns budget with each success', async () => {
    const budget = createRetryBudget({ ratio: 1, capacity: 1, now: () => 0 });
    budget.withdraw();
    await run(['fine'], { budget });
    expect(budget.balance()).toBe(1);
  });

  it('does not begin a wait that the deadline would cut short', async () => {
    const { error, waits } = await run([failing({ retry_after: 10 })], { deadlineMs: 10_000 });
    expect(waits).toEqual([]);
    expect(error?.plan.why).toBe('the deadline would pass during the wait');
  });

  it('passes the remaining time to each attempt', async () => {
    const { attempts } = await run([failing({ retry_after: 10 }), 'fine'], { deadlineMs: 15_000 });
    expect(attempts.map(({ remainingMs }) => remainingMs)).toEqual([15_000, 5000]);
  });

  it('does not repeat a call that an inner recovery gave up', async () => {
    const inner = await run([failing()], { maxAttempts: 1 });
    const { error, attempts } = await run([inner.error]);
    expect(error).toBe(inner.error);
    expect(attempts).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    expect((await run(['fine'], { deadlineMs: 1000 })).clock.timers.size).toBe(0);
    expect((await run([failing()], { deadlineMs: 100_000 })).clock.timers.size).toBe(0);
  });
});

describe('options that make no sense', () => {
  it.each([
    [{ readonly: true }, 'withRecovery: unknown option "readonly"; did you mean readOnly?'],
    [{ onRetry: true }, 'withRecovery: onRetry is true, not a function'],
    [{ contracts: {} }, 'withRecovery: contracts is an object, not a list'],
  ])('are a TypeError: %j', async (options, message) => {
    await expect(withRecovery(() => 1, options as never)).rejects.toThrow(new TypeError(message));
  });

  it.each([
    [NaN, 3],
    ['many' as unknown as number, 3],
    [null as unknown as number, 3],
    [-5, 1],
    [-Infinity, 1],
    [0, 1],
    [2.9, 2],
    [Infinity, 100],
    [1e9, 100],
  ])('of maxAttempts %o make %i attempts', async (maxAttempts, made) => {
    const { attempts, error } = await run([failing()], { maxAttempts, capMs: 1 });
    expect(attempts).toHaveLength(made);
    expect(error?.attempts).toBe(made);
  });

  it.each([NaN, -1, -Infinity, 'soon' as unknown as number, null as unknown as number])(
    'wait as long as the defaults say for baseMs and capMs of %o',
    async (nonsense) => {
      const { waits } = await run([failing()], { baseMs: nonsense, capMs: nonsense });
      expect(waits).toEqual([500, 1000]);
    },
  );

  it('wait at most the longest timer for an infinite base or cap', async () => {
    const endless = { baseMs: Infinity, capMs: Infinity, maxAttempts: 2 };
    expect((await run([failing()], endless)).waits).toEqual([2 ** 31 - 1]);
    expect((await run([failing()], { ...endless, random: () => 0 })).waits).toEqual([0]);
  });

  it.each([NaN, -1, 'long' as unknown as number, null as unknown as number])(
    'allow a Retry-After of 120 seconds for a maxRetryAfter of %o',
    async (maxRetryAfter) => {
      const made = async (retry_after: number) =>
        (await run([failing({ retry_after }), 'fine'], { maxRetryAfter })).attempts.length;
      expect([await made(120), await made(121)]).toEqual([2, 1]);
    },
  );

  it.each([NaN, 'late' as unknown as number, null as unknown as number])(
    'set no deadline for %o',
    async (deadlineMs) => {
      const { attempts, clock } = await run([failing(), 'fine'], { deadlineMs });
      expect(attempts.map(({ remainingMs }) => remainingMs)).toEqual([Infinity, Infinity]);
      expect(clock.timers.size).toBe(0);
    },
  );

  it.each([0, -1, -Infinity])('make no call with %o ms left', async (deadlineMs) => {
    const { attempts, error, clock } = await run(['fine'], { deadlineMs });
    expect(attempts).toHaveLength(0);
    expect(error).toMatchObject({ attempts: 0, failure: { kind: 'timeout', effect: 'none' } });
    expect(clock.timers.size).toBe(0);
  });
});

describe('stopping', () => {
  const never = () => new Promise<never>(() => {});
  afterEach(() => vi.useRealTimers());

  it('does not make a call for a signal that is aborted already', async () => {
    const call = vi.fn(never);
    const error: unknown = await withRecovery(call, { signal: AbortSignal.abort('enough') }).catch(
      (e: unknown) => e,
    );
    expect(call).not.toHaveBeenCalled();
    expect(error).toMatchObject({
      attempts: 0,
      failure: { kind: 'cancelled', effect: 'none' },
      cause: 'enough',
    });
  });

  it('interrupts a call that does not listen, and says that its effect is unknown', async () => {
    const controller = new AbortController();
    const work = withRecovery(never, { signal: controller.signal, idempotent: true });
    controller.abort(new DOMException('stop', 'AbortError'));
    await expect(work).rejects.toMatchObject({
      attempts: 1,
      failure: { kind: 'cancelled', effect: 'unknown' },
      plan: { action: 'abort' },
    });
  });

  it('interrupts a wait, clears its timer, and reports the effect of the last attempt', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const original = failing({ retry_after: 60 });
    const work = withRecovery(() => Promise.reject(original), {
      signal: controller.signal,
      deadlineMs: 200_000,
    });
    const caught = work.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(vi.getTimerCount()).toBe(2);
    controller.abort();
    expect(await caught).toMatchObject({
      attempts: 1,
      failure: { kind: 'cancelled', effect: 'none' },
      cause: original,
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('interrupts a call at the deadline and hands it the signal', async () => {
    const clock = createClock();
    const { now, sleep } = clock;
    let signal: AbortSignal | undefined;
    const work = withRecovery((attempt) => ((signal = attempt.signal), never()), {
      ...{ now, sleep },
      deadlineMs: 5000,
      idempotent: true,
    });
    await expect(clock.run(work)).rejects.toMatchObject({
      attempts: 1,
      failure: { kind: 'timeout', effect: 'unknown' },
    });
    expect(signal?.aborted).toBe(true);
  });

  it('does not repeat a call that was stopped, for any exception', async () => {
    const controller = new AbortController();
    const call = vi.fn(async () => {
      controller.abort();
      throw failing();
    });
    await expect(withRecovery(call, { signal: controller.signal })).rejects.toMatchObject({
      failure: { kind: 'cancelled' },
    });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('accepts a sleep that rejects on abort', async () => {
    const controller = new AbortController();
    const sleep: Sleep = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    const work = withRecovery(() => Promise.reject(failing()), {
      sleep,
      signal: controller.signal,
      deadlineMs: 60_000,
      onRetry: () => setImmediate(() => controller.abort()),
    });
    await expect(work).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });
});

describe('with a loop breaker', () => {
  it('counts a call once, refuses the fourth without making it, and forgets after a success', async () => {
    const breaker = createLoopBreaker({ now: () => 0 });
    const options = { breaker, tool: 'device/ping', arguments: { id: 'a' } };
    for (let i = 0; i < 3; i++) expect((await run([failing()], options)).attempts).toHaveLength(3);
    const { error, attempts } = await run(['fine'], options);
    expect(attempts).toHaveLength(0);
    expect(error).toMatchObject({
      attempts: 0,
      failure: { kind: 'loop', repeated: { count: 3 } },
      plan: { action: 'abort' },
    });
    expect(error?.message).toContain('device/ping failed 3 times with GONE');
    expect((await run(['fine'], { ...options, arguments: { id: 'b' } })).value).toBe('fine');
  });
});

describe('whatever the peer answers', () => {
  it('keeps to the attempts, to Retry-After, to the caps, and repeats no unknown write', async () => {
    const ending = fc.record({
      effect: fc.constantFrom('none', 'done', 'unknown'),
      recovery_strategy: fc.constantFrom(
        'retry_with_backoff',
        'fix_and_retry',
        'user_action_required',
        'report_and_abort',
        undefined,
      ),
      retryable: fc.constantFrom(true, false, undefined),
      retry_after: fc.option(fc.double({ min: 0, max: 200, noNaN: true }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(ending, { minLength: 1, maxLength: 8 }),
        fc.record({
          readOnly: fc.boolean(),
          idempotent: fc.boolean(),
          maxAttempts: fc.integer({ min: 1, max: 6 }),
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (endings, options, drawn) => {
          const caps = { baseMs: 200, capMs: 3000, maxRetryAfter: 100 };
          const { attempts, waits, error } = await run(
            endings.map((each) => failing(each)),
            { ...options, ...caps, random: () => drawn },
          );
          expect(attempts.length).toBeLessThanOrEqual(options.maxAttempts);
          expect(waits).toHaveLength(attempts.length - 1);
          expect(error?.attempts).toBe(attempts.length);
          waits.forEach((wait, index) => {
            const { effect, retry_after: retryAfter = 0 } =
              endings[Math.min(index, endings.length - 1)]!;
            expect(
              effect === 'none' ||
                (effect === 'unknown' && (options.readOnly || options.idempotent)),
            ).toBe(true);
            expect(wait).toBeGreaterThanOrEqual(retryAfter * 1000);
            expect(wait).toBeLessThanOrEqual(
              Math.max(
                caps.capMs,
                Math.min(caps.maxRetryAfter * 1000, Math.ceil(retryAfter * 1000)),
              ),
            );
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});
