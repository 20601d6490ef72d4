import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import {
  causeChain,
  classify,
  createRedactor,
  Fault,
  isFault,
  type FaultOptions,
} from '@errata/core/fault';

/** A failure as it goes from one process to the other. */
export interface Failure extends Pick<FaultOptions, 'message' | 'suggestion' | 'masked'> {
  readonly reason: string;
  readonly context: object;
  readonly effect: Fault['effect'];
  readonly details?: string;
  /** What led to it, for the operator alone. */
  readonly cause?: Pick<Error, 'name' | 'message' | 'stack'>;
}

const { redact } = createRedactor();

/** What was thrown, as a failure of the catalog: an exception that nobody declared is a panic. */
export function toFailure(thrown: unknown): Failure {
  const { reason, context, effect, cause, given } = sqlFunContract.adopt(classify(thrown));
  const { message, details, suggestion, masked } = given;
  return {
    reason,
    context,
    effect,
    ...(message !== undefined && { message }),
    ...(details !== undefined && {
      details: typeof details === 'function' ? details(redact) : details,
    }),
    ...(suggestion !== undefined && { suggestion }),
    ...(masked === true && { masked }),
    ...(cause !== undefined && cause !== null && { cause: toCauseText(cause) }),
  };
}

/** The same failure, in the process that asked. */
export function fromFailure({ reason, context, cause, ...given }: Failure): Fault {
  const definition = sqlFun.definition(reason);
  if (definition !== undefined) {
    const options = { ...given, ...(cause && { cause: fromCauseText(cause) }) };
    return new Fault(definition, context, options);
  }
  const unknown = new Error(`The worker answered with ${reason}, which is not declared`);
  return sqlFun.INTERNAL_PANIC(
    { target: 'exception', name: 'Error' },
    { cause: unknown, masked: true, effect: given.effect },
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

function toCauseText(cause: unknown): NonNullable<Failure['cause']> {
  if (!(cause instanceof Error)) return { name: typeof cause, message: String(cause) };
  const { name, message, stack } = cause;
  return { name, message, ...(stack !== undefined && { stack }) };
}

function fromCauseText({ name, message, stack }: NonNullable<Failure['cause']>): Error {
  return Object.defineProperties(new Error(message), {
    name: { value: name, configurable: true },
    stack: { value: stack, configurable: true },
  });
}
