export { readHints, type ToolHints } from './annotations.js';
export { backoffMs, DEFAULT_BACKOFF, type Backoff } from './backoff.js';
export {
  decide,
  DEFAULT_RETRY_AFTER,
  type AbortPlan,
  type AskUserPlan,
  type DecisionContext,
  type FixPlan,
  type GiveUpPlan,
  type Plan,
  type RetryPlan,
} from './decide.js';
export {
  failureName,
  type CallFailure,
  type CallLost,
  type FailureInfo,
  type FieldError,
  type HttpFailure,
  type LocalFailure,
  type LocalKind,
  type LoopFailure,
  type MessageFailure,
  type ReceivedFailure,
} from './failure.js';
export {
  createLoopBreaker,
  type LoopBreaker,
  type LoopBreakerOptions,
  type LoopCall,
} from './loop-breaker.js';
export type { ReadOptions } from './read-declared.js';
export { readFailure, readReturned, readThrown } from './read-failure.js';
export { isRecoveryError, RecoveryError } from './recovery-error.js';
export { createRetryBudget, type RetryBudget, type RetryBudgetOptions } from './retry-budget.js';
export type { Sleep } from './sleep.js';
export {
  withRecovery,
  type Attempt,
  type RecoveryOptions,
  type RetryNotice,
} from './with-recovery.js';
