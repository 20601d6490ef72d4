import { membersOf } from '@errata/core/internal';
import type { Answer } from '@errata/prove';

/** The result of a call that has to work on the way to a failure. */
export function assertWorked(answer: Answer, what: string): Readonly<Record<string, unknown>> {
  const { result } = membersOf(answer.message);
  const members = membersOf(result);
  if (result === undefined || members['isError'] === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
  return members;
}
