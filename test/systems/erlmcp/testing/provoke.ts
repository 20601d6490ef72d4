import type { Era } from '@errata/core';
import { FAILURES, type Failure, type FailureName } from './failures.js';
import { errorText, requestText } from './messages.js';
import type { RawClient } from './raw-client.js';

/** The request that causes a failure, under the text of an id. */
export function causeText(era: Era, id: string, name: FailureName): string {
  const { method, params } = FAILURES[name];
  return requestText(era, id, method, params);
}

/** The whole reply that a failure has to have under that id. */
export function failureText(era: Era, id: string, name: FailureName): string {
  const { reason, data }: Failure = FAILURES[name];
  return errorText(era, id, reason, data);
}

/** Cause a failure; the reply, and what it has to be. */
export async function provoke(client: RawClient, id: string, name: FailureName) {
  const { era } = client;
  return {
    reply: await client.ask(causeText(era, id, name)),
    expected: failureText(era, id, name),
  };
}
