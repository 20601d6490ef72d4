import { inspect } from 'node:util';
import type { Fault } from '@errata/core/fault';
import { expect } from 'vitest';

/** Neither what is sent of a fault nor what its causes hold has the text in it. */
export function expectNoSecret(fault: Fault, secret: string): void {
  const told = [
    JSON.stringify([fault.context, fault.given, fault.details, fault.message, fault.title]),
    JSON.stringify([fault.suggestion, fault.suggestions, fault.nextSteps]),
    inspect(fault.cause, { depth: 20, showHidden: true }),
  ];
  expect(told.join('\n')).not.toContain(secret);
}
