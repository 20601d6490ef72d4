import { isFault, type Fault } from '@errata/core/fault';

/** The fault that a promise ends in. */
export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const ended: unknown = await promise.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (isFault(ended)) return ended;
  throw ended;
}
