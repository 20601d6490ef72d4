import { describe, expect, it } from 'vitest';
import { untilInterrupted } from './until-interrupted.js';

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'));
  });

describe('untilInterrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'aborts at %s with the exit code %i, takes one press for one, and leaves no listener',
    async (name, code) => {
      const before = process.listenerCount(name);
      const work = untilInterrupted(aborted);
      expect(process.listenerCount(name)).toBe(before + 1);
      // npx passes on what the terminal has said already.
      process.emit(name, name);
      process.emit(name, name);
      expect(await work).toEqual({ value: 'stopped', interrupted: code });
      expect(process.listenerCount(name)).toBe(before);
    },
  );
});
