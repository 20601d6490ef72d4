import { FAULT_META_KEY, membersOf } from '@errata/core/contract';
import type { Answer } from '@errata/prove';

/** The facts of a call that has to work on the way to a failure. */
export function assertWorked(answer: Answer, what: string): Readonly<Record<string, unknown>> {
  const { isError, structuredContent } = membersOf(membersOf(answer.message)['result']);
  if (structuredContent === undefined || isError === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
  return membersOf(structuredContent);
}

/** Whether an answer carries a failure, of whatever kind. */
export function hasFailed({ message }: Answer): boolean {
  const { error, result } = membersOf(message);
  return error !== undefined || membersOf(result)['isError'] === true;
}

/** The same answer, if what it says about repeating the call is right. */
export function assertRetryable(answer: Answer, expected: boolean): Answer {
  const { error, result } = membersOf(answer.message);
  const facts = membersOf(membersOf(membersOf(result)['_meta'])[FAULT_META_KEY]);
  const { retryable } = membersOf(error === undefined ? facts['data'] : membersOf(error)['data']);
  if (retryable === expected) return answer;
  throw new Error(`retryable is not ${expected}: ${answer.text.slice(0, 500)}`);
}
