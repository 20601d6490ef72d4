import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import {
  causeChain,
  classify,
  createRedactor,
  Fault,
  isFault,
  type Definition,
  type Effect,
  type FaultOptions,
} from '@errata/core/fault';

/** A failure as it goes from one process to the other. */
export interface Failure {
  readonly reason: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly details?: string;
  readonly suggestion?: string;
  readonly effect: Effect;
  readonly masked?: boolean;
  /** What led to it, for the operator alone. */
  readonly cause?: CauseText;
}

export interface CauseText {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

const { redact } = createRedactor();

/** What was thrown, as a failure of the catalog: an exception that nobody declared is a panic. */
export function toFailure(thrown: unknown): Failure {
  const fault = sqlFunContract.adopt(classify(thrown));
  const { message, details, suggestion, masked } = fault.given;
  const cause = fault.cause ?? undefined;
  return {
    reason: fault.reason,
    context: { ...fault.context },
    effect: fault.effect,
    ...(message !== undefined && { message }),
    ...(details !== undefined && {
      details: typeof details === 'function' ? details(redact) : details,
    }),
    ...(suggestion !== undefined && { suggestion }),
    ...(masked === true && { masked }),
    ...(cause !== undefined && { cause: toCauseText(cause) }),
  };
}

/** The same failure, in the process that asked. */
export function fromFailure(failure: Failure): Fault {
  const { reason, context, effect, message, details, suggestion, masked, cause } = failure;
  const definition: Definition | undefined = sqlFun.definition(reason);
  const given: FaultOptions = {
    effect,
    ...(message !== undefined && { message }),
    ...(details !== undefined && { details }),
    ...(suggestion !== undefined && { suggestion }),
    ...(masked === true && { masked }),
    ...(cause !== undefined && { cause: fromCauseText(cause) }),
  };
  if (definition !== undefined) return new Fault(definition, context, given);
  const unknown = new Error(`The worker answered with ${reason}, which is not declared`);
  return sqlFun.INTERNAL_PANIC(
    { target: 'exception', name: 'Error' },
    { cause: unknown, masked: true, effect },
  );
}

/** Whether nobody can say in which state it left the process: everything undeclared, and what broke the parser. */
export function isSuspect(thrown: unknown): boolean {
  const chain = causeChain(thrown);
  return !chain.some(isFault) || chain.some(isTrap);
}

/** What WebAssembly and the stack throw at their limits, also where somebody took it for the cause of a declared failure. */
function isTrap(thrown: unknown): boolean {
  return thrown instanceof Error && /^(Range|Runtime)Error$/.test(thrown.name);
}

function toCauseText(cause: unknown): CauseText {
  if (!(cause instanceof Error)) return { name: typeof cause, message: String(cause) };
  const { name, message, stack } = cause;
  return { name, message, ...(stack !== undefined && { stack }) };
}

function fromCauseText({ name, message, stack }: CauseText): Error {
  const error = new Error(message);
  Object.defineProperties(error, {
    name: { value: name, configurable: true },
    stack: { value: stack, configurable: true },
  });
  return error;
}
