import { Fault, isFault } from '@errata/core';
import { notMade, withoutRetry } from '../device/device-faults.js';
import type { Device } from '../registry/device.js';

/** Make a change. Where its effect is unknown, the failure names the tool that shows it. */
export async function writeOnce<T>(write: () => Promise<T>, look: string): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (!isFault(thrown) || thrown.effect !== 'unknown') throw thrown;
    const { definition, context, given } = thrown;
    throw new Fault(definition, context, {
      ...given,
      cause: thrown,
      effect: 'unknown',
      suggestion: `Use ${look} before sending it again`,
      nextSteps: [
        `Use ${look} to see whether the change was made`,
        'Send it again only if the device does not have it',
      ],
    });
  }
}

/** What a change should have made of a device. */
export interface Expectation<T> {
  readonly device: Device;
  /** What was changed: `DNS servers`. */
  readonly what: string;
  /** How it was before the change. */
  readonly before: T;
  readonly expected: string;
  isMade(now: T): boolean;
  /** A value in words; what shows the same is the same. */
  show(value: T): string;
  /** The tool that shows it. */
  readonly look: string;
}

/**
 * Look at what a change made of the device: DEVICE_ERROR with both values where it is not what was asked for. A failure to
 * look does not undo the change: it is reported as done, so that it is not made a second time.
 */
export async function readBack<T>(read: () => Promise<T>, expectation: Expectation<T>): Promise<T> {
  const { device, what, before, expected, isMade, show, look } = expectation;
  const now = await afterChange(read, look);
  if (isMade(now)) return now;
  const actual = show(now);
  throw notMade(device, { what, expected, actual, unchanged: actual === show(before), look });
}

async function afterChange<T>(read: () => Promise<T>, look: string): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    throw withoutRetry(thrown, {
      effect: 'done',
      details: (redact) =>
        `The change was made, but could not be read back: ${describeFault(thrown, redact)}`,
      suggestion: `Use ${look} before you repeat the change`,
      suggestions: [],
      nextSteps: [`Use ${look} to see what the device has now before you repeat the change`],
    });
  }
}

function describeFault(fault: Fault, redact: (text: string) => string): string {
  const { details } = fault.given;
  return typeof details === 'function' ? details(redact) : fault.details;
}
