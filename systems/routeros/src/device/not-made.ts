import { routeros } from '@errata/catalogs/routeros';
import type { Device } from '../registry/device.js';
import { oneLine } from '../safety/one-line.js';

export interface NotMade {
  /** What was to be changed: `DNS servers`. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  /** Whether the device is as it was before. */
  readonly unchanged: boolean;
  /** The tool that shows it. */
  readonly look: string;
}

const LENGTH = 300;

/** The failure for a device that accepted a change and shows something else afterwards. */
export function notMade({ id }: Device, { what, unchanged, look, ...values }: NotMade) {
  const [expected, actual] = [values.expected, values.actual].map((text) => oneLine(text, LENGTH));
  return routeros.DEVICE_ERROR(
    { device_id: id, expected, actual },
    {
      details: `The device accepted the change but did not make it: ${what}: expected ${expected}, found ${actual}`,
      effect: unchanged ? 'none' : 'unknown',
      strategy: 'report_and_abort',
      suggestions: [],
      nextSteps: [
        `Use ${look} to see what the device has now`,
        'Use log/get-recent to look for the reason; the same call again will most likely end the same way',
      ],
    },
  );
}
