import type { Fault } from '@errata/core/fault';
import { isClosing, type Outcome, type Trial } from '@errata/system/upstream';
import { isRefusal, readAnswer } from './answers.js';
import type { Call, CallKind } from './call.js';
import { apiError, noAnswer, senseless } from './faults.js';

/**
 * What an outcome means to the caller and to the breaker; undefined where there is no such memory, a fault where there is
 * no answer. Only a failure of the service itself counts as one.
 */
export function judge<T>(call: Call<T>, outcome: Outcome, trial: Trial | undefined): T | undefined {
  if (outcome.kind === 'broken' && isClosing(outcome.error)) throw outcome.error;
  const came = outcome.kind === 'answer' ? outcome.answer : undefined;
  if (came !== undefined && came.status >= 300 && came.status < 500) {
    if (came.status === 404 && !isRefusal(came.body)) {
      // Not OpenMemory says so, but whatever stands where it should be.
      const fault = senseless(call.kind, '404 with a body that is not its own');
      trial?.failed(fault.reason);
      throw fault;
    }
    trial?.answered();
    if (came.status === 404) return undefined;
    throw apiError(call.kind, came.status);
  }
  const isSuccess = came !== undefined && came.status < 300;
  const answer = isSuccess ? readAnswer(call.schema, came.body) : undefined;
  if (answer === undefined) {
    const fault = faultOf(call.kind, outcome);
    trial?.failed(fault.reason);
    throw fault;
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
    case 'answer': {
      const { status } = outcome.answer;
      return status >= 500
        ? apiError(kind, status)
        : senseless(kind, `${status} with a body that does not say what became of it`);
    }
  }
}
