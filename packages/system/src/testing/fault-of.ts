import { isFault, type Fault } from '@errata/core';

/** The fault that a promise rejects with; anything else fails the test. */
export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const ended: unknown = await promise.then(
    () => new Error('Expected a fault, got a result'),
    (thrown: unknown) => thrown,
  );
  if (isFault(ended)) return ended;
  throw ended;
}
