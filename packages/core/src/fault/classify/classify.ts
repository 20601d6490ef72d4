import { Fault, isFault, type Ref } from '../fault.js';
import { causeChain } from './cause-chain.js';
import { fromHttp } from './from-http.js';
import { fromIssues } from './from-issues.js';
import { fromSql } from './from-sql.js';
import { fromSystem } from './from-system.js';
import { type FaultFinding, found } from './finding.js';
import { GENERIC } from './generic.js';
import { peekString } from './peek.js';

export interface ClassifyOptions {
  /** The ref of the failed request. A fault that has a ref keeps it. */
  readonly ref?: Ref;
  /** The thrown value comes from a check of this call's own arguments: its issues are the caller's to fix. Default: false. */
  readonly input?: boolean;
  /** The clock that a Retry-After date is measured with, in milliseconds. */
  readonly now?: () => number;
}

type Recogniser = (thrown: unknown, now: () => number) => FaultFinding | undefined;

/** Tried in order on each link, outermost link first; the second row only when the first found nothing in the chain. */
const PASSES: readonly (readonly Recogniser[])[] = [
  [fromHttp, fromSql, fromSystem, fromName],
  [fromAbort],
];

const BUILT_IN_ERRORS = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
  'AggregateError',
]);

/**
 * Turn anything thrown into a fault. A fault comes back as it is; what is recognised by its type, name, code, status or
 * cause becomes a fault of the domain `errata`; the rest is UNEXPECTED. Texts are never matched and never copied: the
 * exception stays reachable as `cause`, for the operator only. Never throws.
 */
export function classify(thrown: unknown, options: ClassifyOptions = {}): Fault {
  if (isUsable(thrown)) return thrown;
  // Anywhere else a schema library judged somebody else's data, perhaps after a write: that is unexpected.
  const issues = options.input === true ? fromIssues(thrown) : undefined;
  if (issues !== undefined) return raise(issues, thrown, options);
  const now = options.now ?? Date.now;
  const chain = causeChain(thrown);
  for (const recognisers of PASSES) {
    for (const link of chain) {
      const declared = isUsable(link) ? rewrap(link, thrown, options) : undefined;
      if (declared !== undefined) return declared;
      for (const recognise of recognisers) {
        const finding = recognise(link, now);
        if (finding !== undefined) return raise(finding, thrown, options);
      }
    }
  }
  return raise(unexpected(thrown), thrown, options);
}

function raise(
  { definition, context }: FaultFinding,
  cause: unknown,
  { ref }: ClassifyOptions,
): Fault {
  return new Fault(definition, context, { cause, ...(ref !== undefined && { ref }) });
}

/** A wrapped declared fault is still declared: the same failure, with the wrapper in its record. */
function rewrap(fault: Fault, cause: unknown, { ref }: ClassifyOptions): Fault | undefined {
  try {
    if (ref !== undefined) fault.adoptRef(ref);
    return new Fault(fault.definition, fault.context, { ...fault.given, cause, ref: fault.ref });
  } catch {
    return undefined; // a forged brand: the link is read like any other
  }
}

/**
 * The brand alone is not enough: a proxy that answers every question with 1 has it, and a proxy around a fault has it
 * without the private state that the getters need.
 */
function isUsable(value: unknown): value is Fault {
  if (!isFault(value)) return false;
  try {
    const { definition, context } = value;
    void value.refIfUsed; // reads the private state, which a proxy does not have
    return (
      typeof definition.domain === 'string' &&
      typeof definition.code === 'number' &&
      value.reason === definition.reason &&
      value.code === definition.code &&
      typeof value.title === 'string' &&
      typeof context === 'object' &&
      context !== null
    );
  } catch {
    return false; // looks like a fault and does not work like one: classified as what it is otherwise
  }
}

function unexpected(thrown: unknown): FaultFinding {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return found(GENERIC.UNEXPECTED, { error_type: thrown === null ? 'null' : typeof thrown });
  }
  const name = peekString(thrown, 'name') ?? '';
  return found(GENERIC.UNEXPECTED, BUILT_IN_ERRORS.has(name) ? { error_type: name } : {});
}

const ABORT_CODES = new Set(['ABORT_ERR', 'ERR_CANCELED', 'ECANCELED', 'UND_ERR_ABORTED']);

/** A deadline or a quota of the platform: names, as a DOMException has them; its legacy `code` 23 says nothing. */
export function fromName(thrown: unknown): FaultFinding | undefined {
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
export function fromAbort(thrown: unknown): FaultFinding | undefined {
  return peekString(thrown, 'name') === 'AbortError' ||
    ABORT_CODES.has(peekString(thrown, 'code') ?? '')
    ? found(GENERIC.CANCELLED, {})
    : undefined;
}
