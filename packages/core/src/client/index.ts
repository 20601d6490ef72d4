export { readHints, type ToolHints } from './annotations.js';
export {
  type Backoff,
  backoffMs,
  createRetryBudget,
  DEFAULT_BACKOFF,
  type RetryBudget,
  type RetryBudgetOptions,
} from './retry-budget.js';
export {
  type AbortPlan,
  type AskUserPlan,
  decide,
  type DecisionContext,
  DEFAULT_RETRY_AFTER,
  type FixPlan,
  type GiveUpPlan,
  type Plan,
  type RetryPlan,
} from './decide.js';
export {
  type CallFailure,
  type CallLost,
  type FailureInfo,
  failureName,
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
export { UNKNOWN_TOOL } from './read-info.js';
export { isRecoveryError, RecoveryError } from './recovery-error.js';
export type { Sleep } from './sleep.js';
export {
  type Attempt,
  recoverUnchecked,
  type RecoveryOptions,
  type RetryNotice,
  withRecovery,
} from './with-recovery.js';
