import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleClock } from './daemon-connection.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the idle clock', () => {
  it('calls back once when no client came', () => {
    const onIdle = vi.fn();
    createIdleClock(100, onIdle).start();
    vi.advanceTimersByTime(99);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('does not count before it is started, nor after it was stopped', () => {
    const onIdle = vi.fn();
    const clock = createIdleClock(100, onIdle);
    clock.touch();
    vi.advanceTimersByTime(1000);
    clock.start();
    clock.stop();
    clock.hold()();
    vi.advanceTimersByTime(1000);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('begins again with everybody who comes, and waits for the last one who stays', () => {
    const onIdle = vi.fn();
    const clock = createIdleClock(100, onIdle);
    clock.start();
    vi.advanceTimersByTime(60);
    clock.touch();
    vi.advanceTimersByTime(60);
    const [one, other] = [clock.hold(), clock.hold()];
    vi.advanceTimersByTime(1000);
    one();
    one();
    clock.touch();
    vi.advanceTimersByTime(1000);
    expect(onIdle).not.toHaveBeenCalled();
    other();
    vi.advanceTimersByTime(99);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('never tells with 0', () => {
    const onIdle = vi.fn();
    createIdleClock(0, onIdle).start();
    vi.advanceTimersByTime(2 ** 31);
    expect(onIdle).not.toHaveBeenCalled();
  });
});
