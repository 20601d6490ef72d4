import { isFault } from '@errata/core/fault';
import { withoutRetry } from '../../device/without-retry.js';

/** The failure of one of several changes, which also says how many were made before. Anything else passes as it is. */
export function tellPartialChange(thrown: unknown, done: number, total: number): unknown {
  if (!isFault(thrown) || done === 0) return thrown;
  const { given } = thrown;
  return withoutRetry(thrown, {
    effect: 'unknown',
    suggestion: 'Use firewall/list-address-lists before you repeat it',
    suggestions: [],
    details: (redact) => {
      const told = typeof given.details === 'function' ? given.details(redact) : thrown.details;
      return `${done} of ${total} changes were made, then: ${told}`;
    },
    nextSteps: [
      'Use firewall/list-address-lists to see what the device has now',
      'The same call again does only what is missing',
    ],
  });
}
