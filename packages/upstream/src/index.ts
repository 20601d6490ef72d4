export { Breaker, type BreakerOptions, type LeftAlone, type Trial } from './breaker.js';
export { type CallTime, repeatedly, type Repetition, startCallTime } from './repeatedly.js';
export {
  type Answer,
  errorCode,
  errorTypeOf,
  exchange,
  type ExchangeOptions,
  isClosing,
  type Outcome,
} from './exchange.js';
