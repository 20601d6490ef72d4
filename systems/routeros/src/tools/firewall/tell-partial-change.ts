import { Fault, isFault } from '@errata/core/fault';

/** The failure of one of several changes, which also says how many were made before. Anything else passes as it is. */
export function tellPartialChange(thrown: unknown, done: number, total: number): unknown {
  if (!isFault(thrown) || done === 0) return thrown;
  const { definition, context, given } = thrown;
  return new Fault(definition, context, {
    ...given,
    cause: thrown,
    effect: 'unknown',
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
