import { TOOL_ERROR_DOMAIN, type Strategy } from '../fault/index.js';
import type { CallFailure, FieldError } from './failure.js';
import { chooseStrategy } from './strategy.js';

/** What the caller knows about the call that failed. */
export interface DecisionContext {
  /** The call changes nothing. */
  readonly readOnly?: boolean;
  /** Making the call twice does what making it once does. */
  readonly idempotent?: boolean;
  /** Which attempt failed, counted from 1. */
  readonly attempt?: number;
  readonly maxAttempts?: number;
}

interface PlanBase {
  readonly strategy: Strategy;
  /** The arguments to correct; empty if none are named. */
  readonly fields: readonly FieldError[];
  /** The message for the caller. */
  readonly message: string;
  /** Whether the call may be made again without doing something twice. */
  readonly safe: boolean;
  readonly why: string;
}

/** Repeat the same call. Planned only if that is safe. */
export interface RetryPlan extends PlanBase {
  readonly action: 'retry';
  readonly strategy: 'retry_with_backoff';
  readonly safe: true;
  /** Seconds. */
  readonly retryAfter: number;
  /** Whether peer or catalog named the time, or it is the default of 60 seconds. */
  readonly retryAfterSaid: boolean;
}

export interface AskUserPlan extends PlanBase {
  readonly action: 'ask-user';
  readonly strategy: 'user_action_required';
}

/** Make another call with corrected arguments. */
export interface FixPlan extends PlanBase {
  readonly action: 'fix';
  readonly strategy: 'fix_and_retry';
}

/** Stop. The strategy says what would have been done, had it been safe. */
export interface AbortPlan extends PlanBase {
  readonly action: 'abort';
}

export type GiveUpPlan = AskUserPlan | FixPlan | AbortPlan;
/** What to do about a failure: `retry`, `fix`, `ask-user` or `abort` as `action`, and a `message` that says why. */
export type Plan = RetryPlan | GiveUpPlan;

/** Seed 000: `retry_after = error.data.get("retry_after", 60)`. */
export const DEFAULT_RETRY_AFTER = 60;

/** Decide what to do about a failure: strategy × retry rule × effect × what is known of the call. */
export function decide(failure: CallFailure, context: DecisionContext = {}): Plan {
  const { strategy, because } = chooseStrategy(failure);
  const { attempt = 1, maxAttempts = Infinity } = context;
  const safe = isSafe(failure, context);
  const fields = failure.fields ?? [];
  const abort = (why: string): AbortPlan => ({
    action: 'abort',
    strategy,
    fields,
    message: tell(
      failure,
      strategy === 'report_and_abort' ? adviceOf(failure, strategy) : stopAdvice(failure),
    ),
    safe,
    why,
  });
  const base = { fields, safe, why: because };
  switch (strategy) {
    case 'retry_with_backoff': {
      if (failure.retryable === false) return abort('the peer says that it is not retryable');
      if (!safe) return abort(EFFECT_WHY[failure.effect]);
      // Not `>=`: with NaN for either, nothing would ever end.
      if (!(attempt < maxAttempts))
        return abort(`${maxAttempts} attempts were allowed and have been made`);
      const retryAfterSaid = failure.retryAfter !== undefined;
      const retryAfter = failure.retryAfter ?? DEFAULT_RETRY_AFTER;
      const message = tell(failure, adviceOf(failure, strategy));
      return {
        action: 'retry',
        strategy,
        ...base,
        safe,
        message,
        retryAfter,
        retryAfterSaid,
      };
    }
    case 'fix_and_retry':
      // Work that was done must not be repeated, even with corrected arguments.
      if (failure.effect === 'done') return abort(EFFECT_WHY.done);
      return {
        action: 'fix',
        strategy,
        ...base,
        message: tell(failure, adviceOf(failure, strategy)),
      };
    case 'user_action_required':
      return {
        action: 'ask-user',
        strategy,
        ...base,
        message: tell(failure, adviceOf(failure, strategy)),
      };
    case 'report_and_abort':
      return abort(because);
  }
}

/** The same plan without the retry, after the caller has used up its attempts, time or budget. */
export function giveUp(plan: Plan, failure: CallFailure, why: string): GiveUpPlan {
  if (plan.action !== 'retry') return plan;
  const { strategy, fields, safe, retryAfter } = plan;
  const message = tell(failure, `It may be tried again later, after ${retryAfter} seconds.`);
  return { action: 'abort', strategy, fields, safe, message, why };
}

function isSafe({ effect }: CallFailure, { readOnly, idempotent }: DecisionContext): boolean {
  switch (effect) {
    case 'none':
      return true;
    case 'done':
      return false;
    case 'unknown':
      return readOnly === true || idempotent === true;
  }
}

const EFFECT_WHY = {
  none: 'the call did nothing',
  done: 'the call has taken effect: repeating it would do it twice',
  unknown:
    'it is not known whether the call took effect, and it is neither read-only nor idempotent',
} as const;

/** What went wrong, what was changed, what to do, the ref and the arguments, each once. */
function tell(failure: CallFailure, advice: string | undefined): string {
  const given = failure.details ?? failure.message;
  if (advice === undefined && failure.fields === undefined) return given;
  const { first, ref, lines } = partsOf(given);
  const next = first.indexOf(' Next: ');
  // Our own first line already has advice. It is omitted if the plan advises something else.
  const what =
    next === -1 || advice === undefined || first.includes(advice)
      ? first
      : withoutDouble(first.slice(0, next), advice);
  const text = advice === undefined || what.includes(advice) ? what : `${what} ${sentence(advice)}`;
  const fields = (failure.fields ?? [])
    .map(({ field, message, expected }) =>
      expected === undefined || message.includes(expected)
        ? `- ${field}: ${message}`
        : `- ${field}: ${message} (expected: ${expected})`,
    )
    .filter((line) => !lines.some((known) => known.startsWith(line.slice(0, line.indexOf(':')))));
  // The ref stays at the end of its line and without a full stop: people copy it from there into a search.
  return [text + ref, ...lines, ...fields].join('\n');
}

/** Of `REASON: what happened. What was changed.`, without what the advice says too. */
function withoutDouble(text: string, advice: string): string {
  if (!EFFECT_SENTENCES.some((effect) => advice.startsWith(effect.slice(1, -1)))) return text;
  const changed = EFFECT_SENTENCES.find((effect) => text.endsWith(effect)) ?? '';
  return text.slice(0, text.length - changed.length);
}

const EFFECT_SENTENCES = [
  ' Nothing was changed.',
  ' The change was made.',
  ' It is not known whether anything was changed.',
];

/** The first line without its ref, the ref, and the other lines. */
function partsOf(text: string): { first: string; ref: string; lines: readonly string[] } {
  const [line = '', ...lines] = text.split('\n');
  const inLine = /[ ]ref=[\w-]+$/.exec(line)?.[0] ?? '';
  const last = /^ref=[\w-]+$/.test(lines.at(-1) ?? '') ? `\n${lines.pop()}` : '';
  const first = sentence(line.slice(0, line.length - inLine.length));
  return { first, ref: inLine || last, lines };
}

/** The advice that came with the failure, else the words of seed 001 for the strategy. None where nothing supports them: a wrong advice is worse than the peer's text alone. */
function adviceOf(failure: CallFailure, strategy: Strategy): string | undefined {
  const given = failure.suggestion ?? failure.nextSteps?.[0];
  if (given !== undefined) return given;
  // A tool result that carries the facts says what to do next in its own first line.
  if (failure.origin === 'tool' && failure.domain !== undefined) return undefined;
  switch (strategy) {
    case 'retry_with_backoff':
      return `Wait ${failure.retryAfter ?? DEFAULT_RETRY_AFTER} seconds and retry. This is likely a temporary issue.`;
    case 'user_action_required':
      return 'User intervention required. Check permissions or configuration and try again.';
    case 'fix_and_retry':
      // Both SDK clients throw −32602 about results too: see `isDoubtful`.
      if (failure.strategy === undefined && failure.code === -32602 && failure.effect !== 'none')
        return undefined;
      return failure.fields === undefined
        ? 'Fix the input parameters, then retry the request.'
        : 'Fix the input parameters based on the validation errors below, then retry the request.';
    case 'report_and_abort':
      // Of a `toolError` the strategy says no more than that nobody gave any advice.
      return failure.strategy === undefined || failure.domain === TOOL_ERROR_DOMAIN
        ? undefined
        : 'This error cannot be resolved automatically. Report to system administrator.';
  }
}

/** For a retry or a fix that must not happen: the peer's own advice would be to repeat the call. */
function stopAdvice(failure: CallFailure): string {
  switch (failure.effect) {
    case 'done':
      return 'The change was made: do not repeat the call.';
    case 'unknown':
      return 'It is not known whether anything was changed: check that before the call is repeated.';
    case 'none':
      return 'Nothing was changed. Do not repeat the call now.';
  }
}

function sentence(text: string): string {
  return /[.!?…。！？]$/.test(text) ? text : `${text}.`;
}
