import { isFault, type Fault } from '@errata/core/fault';

/** The fault that a promise is rejected with; anything else is thrown on. */
export async function failureOf(promise: Promise<unknown>): Promise<Fault> {
  try {
    await promise;
  } catch (thrown) {
    if (isFault(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}
