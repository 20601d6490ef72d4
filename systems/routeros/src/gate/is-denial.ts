import { isFault } from '@errata/core';

const DENIALS: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'UNSAFE_OPERATION',
  'PLAN_NOT_APPROVED',
  'PLAN_EXPIRED',
]);

/** Whether somebody was not allowed to do something, beside what was simply wrong or broken. What is hidden from them is denied too. */
export function isDenial(thrown: unknown): boolean {
  if (!isFault(thrown)) return false;
  return DENIALS.has(thrown.reason) || (thrown.reason === 'NOT_FOUND' && isDenial(thrown.cause));
}
