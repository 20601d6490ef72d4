import { found, type Finding } from './finding.js';
import { GENERIC } from './generic.js';
import { peekString } from './peek.js';

const ABORT_CODES = new Set(['ABORT_ERR', 'ERR_CANCELED', 'ECANCELED', 'UND_ERR_ABORTED']);

/** A deadline or a quota of the platform: names, as a DOMException has them; its legacy `code` 23 says nothing. */
export function fromName(thrown: unknown): Finding | undefined {
  switch (peekString(thrown, 'name')) {
    case 'TimeoutError':
      return found(GENERIC.TIMEOUT, {});
    case 'QuotaExceededError':
      return found(GENERIC.EXHAUSTED, { transient: false });
    default:
      return undefined;
  }
}

/** An abort. It is asked last, over the whole chain: the reason of the signal, as its cause, knows more. */
export function fromAbort(thrown: unknown): Finding | undefined {
  return peekString(thrown, 'name') === 'AbortError' ||
    ABORT_CODES.has(peekString(thrown, 'code') ?? '')
    ? found(GENERIC.CANCELLED, {})
    : undefined;
}
