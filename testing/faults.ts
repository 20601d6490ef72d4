import { inspect } from 'node:util';
import { type Fault, isFault } from '@errata/core';
import { expect } from 'vitest';

/** The fault that a promise rejects with; anything else fails the test. */
export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const ended: unknown = await promise.then(
    () => new Error('Expected a fault, got a result'),
    (thrown: unknown) => thrown,
  );
  if (isFault(ended)) return ended;
  throw ended;
}

/** Neither what is sent of a fault nor what its causes hold has one of the texts in it. */
export function expectNoSecret(fault: Fault, ...secrets: readonly string[]): void {
  const { context, given, title, details, message } = fault;
  const { suggestion, suggestions, nextSteps, alternatives } = fault;
  const texts = [
    JSON.stringify([context, given, title, details, message]),
    JSON.stringify([suggestion, suggestions, nextSteps, alternatives]),
    inspect(fault.cause, { depth: 20, showHidden: true }),
    given.debug ?? '',
  ].join('\n');
  for (const secret of secrets) expect(texts).not.toContain(secret);
}
