export type { ClientLike } from './client-like.js';
export type { FailureEvent, Outcome, RecoveringOptions, RetryEvent } from './options.js';
export { recovering, type Recovering } from './recovering.js';
export { recoveringFetch, RetryLaterError, type FetchLike } from './recovering-fetch.js';
