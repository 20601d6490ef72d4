import { isFault, type Fault } from '@errata/core/fault';

/** The fault that a promise rejects with; anything else fails the test. */
export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const outcome = await promise.then(
    () => 'a result',
    (thrown: unknown) => thrown,
  );
  if (!isFault(outcome)) throw new Error(`Expected a fault, got ${String(outcome)}`);
  return outcome;
}
