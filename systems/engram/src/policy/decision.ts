import type { EngramLang } from '@errata/catalogs/engram';
import { describeRule, RULES, type RuleFacts, type RuleThat } from './rules.js';

export interface Allow {
  readonly action: 'allow';
  /** Where the memory goes, or is. */
  readonly space: string;
}

/** Allowed, but into a space of the actor's own. */
export interface Redirect {
  readonly action: 'redirect';
  readonly space: string;
  readonly rule: RuleThat<'redirect'>;
  readonly message: string;
}

export interface Reject<R extends RuleThat<'reject'> = RuleThat<'reject'>> {
  readonly action: 'reject';
  readonly rule: R;
  readonly message: string;
  /** Whether the same call may pass later, because governance can change the rule. */
  readonly retryable: boolean;
}

/** What becomes of a write. */
export type Decision = Allow | Redirect | Reject;

export function reject<R extends RuleThat<'reject'>>(
  rule: R,
  lang: EngramLang,
  facts?: RuleFacts,
): Reject<R> {
  const { retryable } = RULES[rule];
  return { action: 'reject', rule, message: describeRule(rule, lang, facts), retryable };
}
