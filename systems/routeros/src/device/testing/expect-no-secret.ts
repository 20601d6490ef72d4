import { inspect } from 'node:util';
import type { Fault } from '@errata/core/fault';
import { expect } from 'vitest';
import { PASSWORD, USERNAME } from './fleets.js';

const BASIC = Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64');

/** Neither what is sent of a fault nor what its causes hold has the password in it, plain or encoded. */
export function expectNoSecret(fault: Fault): void {
  const told = [
    JSON.stringify([fault.context, fault.given, fault.details, fault.message]),
    JSON.stringify([fault.suggestion, fault.suggestions, fault.nextSteps, fault.alternatives]),
    inspect(fault.cause, { depth: 20, showHidden: true }),
    fault.given.debug ?? '',
  ].join('\n');
  expect(told).not.toContain(PASSWORD);
  expect(told).not.toContain(BASIC);
}
