import type { Tool } from '@errata/kit';
import { countPrimes } from './count-primes.js';
import { CALCULATION } from './result-schema.js';

/** Counts primes, which takes as long as one likes. */
export const primes: Tool<{ limit: number }> = {
  name: 'primes',
  description:
    'Counts the primes below a limit and names the largest. A large limit takes long: progress is told, and it can be cancelled.',
  inputSchema: {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 0, maximum: 10_000_000_000 } },
    required: ['limit'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { count: { type: 'integer' }, largest: { type: 'integer' } },
    required: ['count'],
  },
  annotations: CALCULATION,
  async run({ limit }, { signal, progress }) {
    // A hundred notifications will do, however many slices there are.
    let told = 0;
    const onSlice = (done: number): void => {
      const percent = Math.floor((done / limit) * 100);
      if (percent > told) progress((told = percent), 100);
    };
    return { structuredContent: { ...(await countPrimes(limit, { signal, onSlice })) } };
  },
};
