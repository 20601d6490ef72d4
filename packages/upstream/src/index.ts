export { Breaker, type BreakerOptions, type OpenBreaker, type Trial } from './breaker.js';
export { type CallTime, retry, type RetriedCall, startCallTime } from './retry.js';
export {
  type UpstreamAnswer,
  errorCode,
  errorTypeOf,
  exchange,
  type ExchangeOptions,
  isClosing,
  type ExchangeOutcome,
} from './exchange.js';
