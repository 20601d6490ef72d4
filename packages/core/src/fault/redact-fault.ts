import { Fault, type FaultOptions } from './fault.js';
import type { Redactor } from './redaction/index.js';

/**
 * The fault without secrets in the values of its texts. Templates shorten, and half a secret is
 * not recognised any more. Returns the same fault if there is nothing to hide.
 */
export function redactFault(fault: Fault, redactor: Redactor): Fault {
  const { context, given } = fault;
  const clean = isClean(context, redactor) ? context : redactor.redactDeep(context);
  const redacted = redactGiven(given, redactor);
  if (clean === context && redacted === given) return fault;
  return new Fault(fault.definition, clean as object, { ...redacted, ref: fault.ref });
}

function redactGiven(given: FaultOptions, redactor: Redactor): FaultOptions {
  const { cause, ref: _ref, stack, details, ...texts } = given;
  const made = typeof details === 'function' ? redactMade(details, redactor) : details;
  const redacted = typeof made === 'string' ? { ...texts, details: made } : texts;
  if (made === details && isClean(redacted, redactor)) return given;
  return {
    ...(redactor.redactDeep(redacted) as FaultOptions),
    ...(typeof made === 'function' && { details: made }),
    ...('cause' in given && { cause }),
    ...(stack !== undefined && { stack }),
  };
}

/** Of a text that was made with the redactor at hand, only what went through it was written by others. */
function redactMade(
  make: (redact: (text: string) => string) => string,
  redactor: Redactor,
): () => string {
  const values: string[] = [];
  const made = make((text) => {
    const value = redactor.redact(text);
    values.push(value);
    return value;
  });
  const text = redactor.withSentences([made], values).redact(made);
  return () => text;
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
