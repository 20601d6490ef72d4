import { Fault, isFault } from '@errata/core';

/** Make a change. Where nobody knows whether it was made, the failure names the tool that shows it. */
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
