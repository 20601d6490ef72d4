import { membersOf } from '@errata/core/contract';
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
