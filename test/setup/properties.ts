import fc from 'fast-check';
import { expect } from 'vitest';

/** A property compares, whether it uses `expect` or returns false: vitest would fail a test without `expect`. */
const compared = () => void expect.soft(true).toBe(true);

// Every run is the same: a test that fails now and then teaches people to ignore tests. `ERRATA_SEED=$RANDOM ERRATA_RUNS=10000`
// explores. A property that names no number of runs takes that of its circle.
fc.configureGlobal({
  seed: wholeNumber('ERRATA_SEED', process.env['ERRATA_SEED'] ?? '20260728'),
  afterEach: compared,
  numRuns: wholeNumber('ERRATA_RUNS', process.env['ERRATA_RUNS'] ?? ''),
});

/** Zero runs would make every property pass. */
function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text))
    throw new Error(`${name} has to be a whole number above 0, not "${text}"`);
  return Number(text);
}
