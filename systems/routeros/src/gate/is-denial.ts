import { isFault } from '@errata/core/fault';

const DENIALS: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'UNSAFE_OPERATION',
  'PLAN_NOT_APPROVED',
  'PLAN_EXPIRED',
]);

/** Whether somebody was not allowed to do something, beside what was simply wrong or broken. */
export function isDenial(thrown: unknown): boolean {
  return isFault(thrown) && DENIALS.has(thrown.reason);
}
