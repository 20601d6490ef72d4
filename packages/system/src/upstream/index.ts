export { Breaker, type BreakerOptions, type LeftAlone, type Trial } from './breaker.js';
export { startCallTime, type CallTime } from './call-time.js';
export { errorCode, errorTypeOf, isClosing } from './error-code.js';
export { exchange, type Answer, type ExchangeOptions, type Outcome } from './exchange.js';
export { repeatedly, type Repetition } from './repeatedly.js';
