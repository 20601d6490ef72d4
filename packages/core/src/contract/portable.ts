import {
  classify,
  createRedactor,
  Fault,
  type Effect,
  type FaultOptions,
  type Redactor,
} from '../fault/index.js';
import type { Contract } from './define-contract.js';

/** A fault as plain JSON, for another process that speaks the same contract. */
export interface PortableFault extends Omit<
  FaultOptions,
  'cause' | 'details' | 'effect' | 'stack' | 'ref'
> {
  readonly reason: string;
  readonly context: object;
  readonly effect: Effect;
  readonly details?: string;
  /** The cause chain, for the operator only. */
  readonly cause?: { readonly name: string; readonly message: string; readonly stack?: string };
}

/** Turns any thrown value into a failure of the contract; undeclared ones become its unexpected failure. */
export function toPortable(
  thrown: unknown,
  contract: Contract,
  redactor?: Redactor,
): PortableFault {
  const { reason, context, effect, cause, given } = contract.adopt(classify(thrown));
  const { cause: _cause, stack: _stack, ref: _ref, details, ...options } = given;
  return {
    ...{ ...options, reason, context, effect },
    ...(details !== undefined && {
      details:
        typeof details === 'function' ? details((redactor ?? createRedactor()).redact) : details,
    }),
    ...(cause !== undefined && cause !== null && { cause: toText(cause) }),
  };
}

/** The same failure, in the process that gets it. */
export function fromPortable(portable: PortableFault, contract: Contract): Fault {
  const { reason, context, cause, ...given } = portable;
  const definition = contract.catalog.definition(reason);
  if (definition !== undefined)
    return new Fault(definition, context, { ...given, ...(cause && { cause: fromText(cause) }) });
  // Another version of the program may know more reasons.
  const unknown = classify(new Error(`${reason} is not declared in ${contract.catalog.domain}`));
  return contract.adopt(
    new Fault(unknown.definition, unknown.context, { ...unknown.given, effect: given.effect }),
  );
}

function toText(cause: unknown): NonNullable<PortableFault['cause']> {
  if (!(cause instanceof Error)) return { name: typeof cause, message: asText(cause) };
  const { name, message, stack } = cause;
  return { name, message, ...(stack !== undefined && { stack }) };
}

/** A value that throws when it is turned into text must not end the report of a failure. */
function asText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '(no text)';
  }
}

function fromText({ name, message, stack }: NonNullable<PortableFault['cause']>): Error {
  return Object.defineProperties(new Error(message), {
    name: { value: name, configurable: true },
    stack: { value: stack, configurable: true },
  });
}
