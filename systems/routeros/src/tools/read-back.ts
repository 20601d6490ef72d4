import { isFault, type Fault } from '@errata/core/fault';
import { withoutRetry } from '../device/without-retry.js';

/**
 * Look at what a change made of the device. A failure here does not undo the change: it is reported as done, so that
 * nobody makes it a second time.
 */
export async function readBack<T>(read: () => Promise<T>, look: string): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    throw withoutRetry(thrown, {
      effect: 'done',
      details: (redact) =>
        `The change was made, but could not be read back: ${told(thrown, redact)}`,
      suggestion: `Use ${look} before you repeat the change`,
      suggestions: [],
      nextSteps: [`Use ${look} to see what the device has now before you repeat the change`],
    });
  }
}

function told(fault: Fault, redact: (text: string) => string): string {
  const { details } = fault.given;
  return typeof details === 'function' ? details(redact) : fault.details;
}
