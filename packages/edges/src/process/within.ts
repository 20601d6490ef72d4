/** What timers can hold. Node takes a longer delay, Infinity above all, for one millisecond. */
const MAX_DELAY = 2 ** 31 - 1;

/** Wait for something, but no longer than a limit in milliseconds. Says whether it came in time; never rejects. */
export function within(milliseconds: number, pending: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    // Not unref'd: with nothing else to do, Node would end here, in the middle of an orderly end.
    const timer = setTimeout(() => resolve(false), Math.min(milliseconds, MAX_DELAY));
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    pending.then(settle, settle);
  });
}
