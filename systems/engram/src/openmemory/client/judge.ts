import type { Fault } from '@errata/core/fault';
import { readAnswer } from './answers.js';
import type { Trial } from './breaker.js';
import type { Call, CallKind } from './call.js';
import type { Outcome } from './exchange.js';
import { apiError, isClosing, noAnswer, senseless } from './faults.js';

/**
 * What an outcome means to the caller and to the breaker; undefined where there is no such memory, a fault where there is
 * no answer. Only a failure of the service itself counts as one.
 */
export function judge<T>(call: Call<T>, outcome: Outcome, trial: Trial | undefined): T | undefined {
  if (outcome.kind === 'broken' && isClosing(outcome.error)) throw outcome.error;
  if (outcome.kind === 'answer' && outcome.status >= 300 && outcome.status < 500) {
    trial?.answered();
    if (outcome.status === 404) return undefined;
    throw apiError(call.kind, outcome.status);
  }
  const isSuccess = outcome.kind === 'answer' && outcome.status < 300;
  const answer = isSuccess ? readAnswer(call.schema, outcome.body) : undefined;
  if (answer === undefined) {
    trial?.failed();
    throw faultOf(call.kind, outcome);
  }
  trial?.answered();
  return answer;
}

function faultOf(kind: CallKind, outcome: Outcome): Fault {
  switch (outcome.kind) {
    case 'broken':
      return noAnswer(kind, outcome.sent, outcome.error);
    case 'stopped':
      return noAnswer(kind, outcome.sent, 'time');
    case 'oversize':
      return senseless(kind, `${outcome.status} with a body that is too large`);
    case 'answer':
      return outcome.status >= 500
        ? apiError(kind, outcome.status)
        : senseless(kind, `${outcome.status} with a body that does not say what became of it`);
  }
}
