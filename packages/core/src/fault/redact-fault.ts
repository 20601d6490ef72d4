import { Fault, type FaultOptions } from './fault.js';
import type { Redactor } from './redaction/index.js';

/**
 * The fault as it may be told: secrets are gone from what its texts are made of. Templates shorten, and half a secret is
 * not recognised any more. The same fault where there is nothing to hide.
 */
export function redactFault(fault: Fault, redactor: Redactor): Fault {
  const { context, given } = fault;
  const clean = isClean(context, redactor) ? context : redactor.redactDeep(context);
  const told = redactGiven(given, redactor);
  if (clean === context && told === given) return fault;
  return new Fault(fault.definition, clean as object, { ...told, ref: fault.ref });
}

function redactGiven(given: FaultOptions, redactor: Redactor): FaultOptions {
  const { cause, ref: _ref, stack, details, ...texts } = given;
  const made = typeof details === 'function' ? details(redactor.redact) : details;
  const told = made === undefined ? texts : { ...texts, details: made };
  if (made === details && isClean(told, redactor)) return given;
  return {
    ...(redactor.redactDeep(told) as FaultOptions),
    ...('cause' in given && { cause }),
    ...(stack !== undefined && { stack }),
  };
}

/** One look at the JSON; what has none is walked. */
function isClean(value: object, redactor: Redactor): boolean {
  if (Object.keys(value).length === 0) return true;
  try {
    return !redactor.suspicious(JSON.stringify(value));
  } catch {
    return false; // a cycle or a BigInt
  }
}
