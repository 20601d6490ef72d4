import type { Condition, Era } from '../era/index.js';
import type { ContextOf, Fields, ResolvedField } from './fields.js';

/** What a client should do about a failure: the four strategies, and no fifth. */
export const STRATEGIES = [
  'retry_with_backoff',
  'user_action_required',
  'fix_and_retry',
  'report_and_abort',
] as const;

export type Strategy = (typeof STRATEGIES)[number];

/** What the failed call did. Retrying is only safe when it says so. */
export const EFFECTS = ['none', 'done', 'unknown'] as const;

export type Effect = (typeof EFFECTS)[number];

/** Another call that may get the caller further. */
export interface Alternative {
  readonly tool: string;
  readonly description: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** A value, or how to make it from the context of the occurrence. */
export type Derived<C, T> = T | ((context: C) => T);

/** One entry of a catalog as its author writes it. Facts first, text last. */
export interface DefinitionInput<F = Fields> {
  readonly code: number;
  /** Numbers of its own in single eras, where neither the declared one nor the rule of the era is right. */
  readonly codes?: Readonly<Partial<Record<Era, number>>>;
  /** The `message` on the wire. */
  readonly title: string;
  readonly category: string;
  /** The name of the row in the contract's taxonomy, where it is not the title. */
  readonly name?: string;
  /** When it is raised, for the reference. */
  readonly when?: string;
  readonly context?: F & Fields;
  readonly condition?: Derived<ContextOf<F>, Condition | undefined>;
  readonly details?: Derived<ContextOf<F>, string>;
  readonly recovery: Recovery<ContextOf<F>>;
  /** Left out, the strategy decides: only `retry_with_backoff` is retryable. */
  readonly retryable?: Derived<ContextOf<F>, boolean>;
  /** What a computed `retryable` depends on, for the reference. */
  readonly retryableWhen?: string;
  readonly effect?: Derived<ContextOf<F>, Effect>;
  readonly suggestion?: Derived<ContextOf<F>, string | undefined>;
  readonly suggestions?: Derived<ContextOf<F>, readonly string[]>;
  readonly nextSteps?: Derived<ContextOf<F>, readonly string[]>;
  readonly alternatives?: Derived<ContextOf<F>, readonly Alternative[]>;
  /** The HTTP status that fits it where a status is asked for. */
  readonly http?: number;
}

export type Recovery<C> =
  Strategy | { readonly strategy: Derived<C, Strategy>; readonly retryAfter?: Derived<C, number> };

/** A definition at rest: what its author wrote, with domain, reason and fields filled in. */
export interface Definition<C = never> extends Omit<DefinitionInput, 'context' | ContextDerived> {
  readonly domain: string;
  readonly reason: string;
  readonly fields: readonly ResolvedField[];
  readonly condition?: Derived<C, Condition | undefined>;
  readonly details?: Derived<C, string>;
  readonly recovery: Recovery<C>;
  readonly retryable?: Derived<C, boolean>;
  readonly effect?: Derived<C, Effect>;
  readonly suggestion?: Derived<C, string | undefined>;
  readonly suggestions?: Derived<C, readonly string[]>;
  readonly nextSteps?: Derived<C, readonly string[]>;
  readonly alternatives?: Derived<C, readonly Alternative[]>;
}

type ContextDerived =
  | 'condition'
  | 'details'
  | 'recovery'
  | 'retryable'
  | 'effect'
  | 'suggestion'
  | 'suggestions'
  | 'nextSteps'
  | 'alternatives';
