import type { Example } from '@errata/prove';

/**
 * A failure as the seed shows it: the four members of §2.1, and the words of its examples (§2.2, §5), or of column 说明 of §3. A colon
 * and what it is about follow the words, as in the examples.
 */
export function asInSeed(
  category: string,
  reason: string,
  message: string,
  retryable: boolean,
): Example {
  return { message, data: { category, reason, retryable, correlation_id: 'corr-<ref>' } };
}
