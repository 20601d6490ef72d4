import type { Condition, Contract, Effect } from '@errata/core';
import type { ProtocolFailure } from '@errata/core/internal';

/** How a server process came to its end, or why it never began. */
export interface ProcessEnd {
  /** What follows "The server process": `ended with exit code 3`. */
  readonly how: string;
  /** False if nothing was ever run. */
  readonly started: boolean;
  /** The last that it wrote to stderr. */
  readonly lastWords: string;
}

/** The server process has ended, possibly after it got the request. */
export function failureOfEnd(end: ProcessEnd, sent: boolean, contract: Contract): ProtocolFailure {
  const before = sent && end.started ? ' before it answered' : '';
  return createMet('transport', `The server process ${end.how}${before}`, contract, {
    // A request that never reached a process changed nothing.
    effect: sent && end.started ? 'unknown' : 'none',
    debug: end.lastWords,
  });
}

/** A request that is not passed on, because the process does not read what it was sent already. */
export function failureOfBacklog(contract: Contract): ProtocolFailure {
  const details = 'The server process does not read its input; its queue is full';
  return createMet('exhausted', details, contract, { effect: 'none' });
}

/** The process answered, but not with a reply that could be passed on. The caller gets a ref, the operator the text. */
export function brokenReply(why: string, text: string): ProtocolFailure {
  const details = `The server sent a reply that is no valid JSON-RPC: ${why}`;
  return {
    condition: 'internal',
    given: { details, effect: 'unknown', masked: true, debug: text },
  };
}

/** Where a contract has no word for it, the reply says it in its message and carries the ref. */
export function withRef(failure: ProtocolFailure, contract: Contract): ProtocolFailure {
  if (contract.definitionFor(failure.condition) !== undefined) return failure;
  const { details } = failure.given ?? {};
  return {
    ...failure,
    given: {
      ...failure.given,
      ...(typeof details === 'string' && { message: details }),
      masked: true,
    },
  };
}

function createMet(
  condition: Condition,
  details: string,
  contract: Contract,
  { effect, debug = '' }: { readonly effect: Effect; readonly debug?: string },
): ProtocolFailure {
  const given = { details, effect, ...(debug !== '' && { debug }) };
  return withRef({ condition, context: { details }, given }, contract);
}
