import type { Condition, Era } from '../era/index.js';
import type { ContextOf, Fields, ResolvedField } from './fields.js';

/** What a client should do about a failure: the four strategies, and no fifth. */
export const STRATEGIES = [
  'retry_with_backoff',
  'user_action_required',
  'fix_and_retry',
  'report_and_abort',
] as const;

/**
 * What a client should do: `retry_with_backoff` (wait and call again), `fix_and_retry` (correct the arguments), `user_action_required`
 * (a person has to act), `report_and_abort` (nothing helps).
 */
export type Strategy = (typeof STRATEGIES)[number];

/** What the failed call did. Retrying is only safe when it says so. */
export const EFFECTS = ['none', 'done', 'unknown'] as const;

/** What the failed call did: `none` (nothing was changed), `done` (the work was done), `unknown`. */
export type Effect = (typeof EFFECTS)[number];

/** Another call that may get the caller further. */
export interface Alternative {
  /** The name of the tool to call. */
  readonly tool: string;
  /** What that call is good for, as the model reads it. */
  readonly description: string;
  /** Its arguments, if known. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** A value, or how to make it from the context of the occurrence. */
export type Derived<C, T> = T | ((context: C) => T);

/** One entry of a catalog as its author writes it. Facts first, text last. */
export interface DefinitionInput<F = Fields> {
  /** The JSON-RPC number. `defineCatalog` rejects numbers that a revision reserves; −31000 to −31999 are free in all of them. */
  readonly code: number;
  /** Different numbers for single eras. They override `code` and the rule of the era. */
  readonly codes?: Readonly<Partial<Record<Era, number>>>;
  /** The `message` on the wire. */
  readonly title: string;
  /** A group of your own, such as `device` or `input`: operators count by it. */
  readonly category: string;
  /** Its name in the contract's taxonomy. Default: the title. */
  readonly name?: string;
  /** When it is raised, for the reference. */
  readonly when?: string;
  /**
   * The fields that a thrower has to give, by type: `{ device_id: 'string', port: 'integer?' }`. Only these reach the peer.
   * Default: none.
   */
  readonly context?: F & Fields;
  /**
   * What went wrong in words that no domain owns, such as `not-found`, `timeout` or `rate-limited`. Clients, other contracts and each
   * revision of MCP understand it. Default: none, the failure is known by its reason alone.
   */
  readonly condition?: Derived<ContextOf<F>, Condition | undefined>;
  /** What happened, in one sentence; a function makes it from the context. Default: the title. */
  readonly details?: Derived<ContextOf<F>, string>;
  /**
   * What a client should do: `retry_with_backoff`, `fix_and_retry`, `user_action_required` or `report_and_abort`; or
   * `{ strategy, retryAfter }` with seconds to wait.
   */
  readonly recovery: Recovery<ContextOf<F>, Strategy>;
  /** Left out, the strategy decides: only `retry_with_backoff` is retryable. */
  readonly retryable?: Derived<ContextOf<F>, boolean>;
  /** What a computed `retryable` depends on, for the reference. */
  readonly retryableWhen?: string;
  /**
   * What the failed call did: `none` (nothing was changed), `done` (the work was done, the answer was lost) or `unknown`. A call is
   * repeated automatically only if that is safe. Default: `none` if the call was refused before any work (by condition or strategy), else `unknown`.
   */
  readonly effect?: Derived<ContextOf<F>, Effect>;
  /** What to do next, as the model reads it: 'Check the cable and call again'. Default: words for the strategy. */
  readonly suggestion?: Derived<ContextOf<F>, string | undefined>;
  /** More things to try, in this order. */
  readonly suggestions?: Derived<ContextOf<F>, readonly string[]>;
  /** The steps to take one after the other. */
  readonly nextSteps?: Derived<ContextOf<F>, readonly string[]>;
  /** Other tools that may help. */
  readonly alternatives?: Derived<ContextOf<F>, readonly Alternative[]>;
  /** The HTTP status of a problem document. Default: by the condition, else 500. */
  readonly http?: number;
}

/** A strategy, or one with the seconds to wait before the next try. Both may depend on the context. */
export type Recovery<C, S extends Strategy = Strategy> =
  S | { readonly strategy: Derived<C, S>; readonly retryAfter?: Derived<C, number> };

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
