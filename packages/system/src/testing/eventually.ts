import { expect } from 'vitest';

/** Look again and again until the expectation holds; other work on the machine may take its time. */
export function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 300_000, interval: 10 });
}
