import { Fault, type Strategy, type FaultOptions } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import { routeros, type RouterosContext, type RouterosReason } from './catalog.js';
import { suggestionFor } from './strategy.js';
import { cut } from './wording.js';

/** What `createActionableError` can be told beside reason and message. */
export interface ActionableOptions<R extends RouterosReason> extends Omit<
  FaultOptions,
  'details' | 'strategy'
> {
  readonly details: NonNullable<FaultOptions['details']>;
  readonly recoveryStrategy: Strategy;
  readonly context: RouterosContext<R>;
}

/** A fault that says how to recover from it. The thrower's own suggestion is kept; the strategy fills an empty one. */
export function createActionableError<R extends RouterosReason>(
  reason: R,
  options: ActionableOptions<R>,
): Fault {
  const { recoveryStrategy: strategy, context, ...given } = options;
  const { retry_after: told } = context as { readonly retry_after?: number };
  const suggestion = given.suggestion ?? suggestionFor(strategy, given.retryAfter ?? told);
  return createFault(reason, context, { ...given, strategy, suggestion });
}

/** What `createTokenEfficientError` can be told beside reason and message. */
export interface TokenEfficientOptions<R extends RouterosReason> extends Omit<
  FaultOptions,
  'details' | 'debug'
> {
  /** What the model reads. */
  readonly shortDetails: NonNullable<FaultOptions['details']>;
  /** What the operator reads: in the record, and on the wire in debug mode only. */
  readonly fullDetails?: string;
  readonly context: RouterosContext<R>;
}

/** A fault that costs the model few tokens: the long story goes to the operator. */
export function createTokenEfficientError<R extends RouterosReason>(
  reason: R,
  options: TokenEfficientOptions<R>,
): Fault {
  const { shortDetails, fullDetails, context, ...given } = options;
  const { routeros_error: raw } = context as { readonly routeros_error?: string };
  return createFault(
    reason,
    raw === undefined ? context : { ...context, routeros_error: cut(raw) },
    { ...given, details: shortDetails, ...(fullDetails !== undefined && { debug: fullDetails }) },
  );
}

/** A fault by the name of its reason, for callers that learn the reason at run time. */
export function createFault(reason: RouterosReason, context: object, given?: FaultOptions): Fault {
  return new Fault(routeros[reason].definition as unknown as Definition<object>, context, given);
}
