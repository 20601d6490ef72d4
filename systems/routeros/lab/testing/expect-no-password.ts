import type { Fault } from '@errata/core';
import { expectNoSecret } from '@errata/testing';
import { PASSWORD, USERNAME } from './fleets.js';

const BASIC = Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64');

/** Nothing of a fault has the password in it, plain or encoded. */
export function expectNoPassword(fault: Fault): void {
  expectNoSecret(fault, PASSWORD, BASIC);
}
